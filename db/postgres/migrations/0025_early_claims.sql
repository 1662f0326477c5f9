-- Whether a shard is claimed only because its holder has been silent; if that one goes on, it takes the claim away.

ALTER TABLE shard_claims ADD COLUMN early BOOLEAN NOT NULL DEFAULT false;
