-- The address at which the other processes reach the one that holds a shard, for pages that come to the wrong one.

ALTER TABLE shard_leases ADD COLUMN address TEXT COLLATE "C";
