-- What members have asked for so that play stays fun: a cap on what they can lose in a day, a pause.
--
-- Kept under the salted hash of server and user (as in `forgotten`), so that having one's data
-- deleted is no way round one's own limit: a row stays until it no longer binds.

CREATE TABLE limits (
    who             BLOB PRIMARY KEY,
    cap             INTEGER CHECK (cap >= 0),                -- in pieces of copper worth; NULL: none
    paused_until    REAL,
    later_at        REAL,                                    -- when `later_cap` takes the place of `cap`
    later_cap       INTEGER CHECK (later_cap >= 0),
    CHECK (later_cap IS NULL OR later_at IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX transfers_in_time ON transfers (at);            -- what was lost today
