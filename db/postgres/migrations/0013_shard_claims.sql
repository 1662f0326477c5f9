-- A planned change of process: who waits for a shard, with a session at Discord that keeps its presses, and which
-- interactions the process before has taken. And of each process, what decides whose place it takes.

CREATE TABLE shard_claims (
    shard           BIGINT PRIMARY KEY,
    successor       TEXT COLLATE "C" NOT NULL,
    until           TIMESTAMPTZ NOT NULL,
    connected       BOOLEAN NOT NULL DEFAULT false,
    given           BOOLEAN NOT NULL DEFAULT false,
    taken           BIGINT[] NOT NULL DEFAULT '{}'
);

ALTER TABLE processes ADD COLUMN machine TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE processes ADD COLUMN begun TIMESTAMPTZ NOT NULL DEFAULT now();
ALTER TABLE processes ADD COLUMN named BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE processes ADD COLUMN leaving BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE processes ADD COLUMN replaced_by TEXT COLLATE "C";
