-- Several processes on one database, which a file has not: numbers of matches that none gives twice, the shards that
-- each process holds, the processes that live, and the turns in which shards may identify.

CREATE SEQUENCE match_ids AS BIGINT;
SELECT setval('match_ids', coalesce(max(id), 0) + 1, false) FROM matches;

CREATE TABLE shard_leases (
    shard           BIGINT PRIMARY KEY,
    holder          TEXT COLLATE "C",
    epoch           BIGINT NOT NULL DEFAULT 0,
    until           TIMESTAMPTZ
);

CREATE TABLE processes (
    holder          TEXT COLLATE "C" PRIMARY KEY,
    until           TIMESTAMPTZ NOT NULL
);

CREATE TABLE identify_buckets (
    bucket          BIGINT PRIMARY KEY,
    until           TIMESTAMPTZ NOT NULL
);
