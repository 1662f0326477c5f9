-- Tournaments: rounds of tables, their players with what they have put up, and how each table ended.
--
-- All that a tournament is stands here, so a restart reads it again and goes on. `scores` holds the
-- matches of a table that have been counted, each once; what a member has put up lies in an escrow
-- of their own.

CREATE TABLE tournaments (
    id              INTEGER PRIMARY KEY,
    guild_id        INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,
    message_id      INTEGER,                                 -- the board
    host            INTEGER NOT NULL REFERENCES accounts (id),
    game            TEXT    NOT NULL,
    settings        TEXT    NOT NULL,
    phase           TEXT    NOT NULL
                    CHECK (phase IN ('open', 'gathering', 'playing', 'ended', 'off')),
    round           INTEGER NOT NULL CHECK (round >= 0),
    final           INTEGER NOT NULL CHECK (final IN (0, 1)),
    due             REAL,                                    -- when the present phase ends by itself
    opened          REAL    NOT NULL,
    closed          REAL,
    CHECK ((closed IS NOT NULL) = (phase IN ('ended', 'off')))
) STRICT;
CREATE UNIQUE INDEX one_tournament_a_channel ON tournaments (channel_id) WHERE closed IS NULL;

CREATE TABLE entrants (
    tournament      INTEGER NOT NULL REFERENCES tournaments (id),
    member          INTEGER NOT NULL REFERENCES accounts (id),
    number          INTEGER NOT NULL CHECK (number >= 1),    -- the order of entry
    stake           INTEGER REFERENCES accounts (id),        -- the escrow; NULL where nothing is put up
    ready           INTEGER NOT NULL CHECK (ready IN (0, 1)),
    cut             INTEGER,                                 -- the round after which they were out
    gone            INTEGER NOT NULL CHECK (gone IN (0, 1)), -- has left
    place           INTEGER CHECK (place >= 1),
    prize           INTEGER CHECK (prize >= 0),              -- in pieces of the base
    PRIMARY KEY (tournament, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournaments_of_a_member ON entrants (member);

CREATE TABLE tournament_tables (
    tournament      INTEGER NOT NULL REFERENCES tournaments (id),
    round           INTEGER NOT NULL CHECK (round >= 1),
    number          INTEGER NOT NULL CHECK (number >= 1),
    members         TEXT    NOT NULL,                        -- their accounts
    final           INTEGER NOT NULL CHECK (final IN (0, 1)),
    channel_id      INTEGER,
    table_id        INTEGER REFERENCES tables (id),
    scores          TEXT    NOT NULL,                        -- by match: by account: points, won, paid
    done            INTEGER NOT NULL CHECK (done IN (0, 1)),
    PRIMARY KEY (tournament, round, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_byes (
    tournament      INTEGER NOT NULL REFERENCES tournaments (id),
    round           INTEGER NOT NULL CHECK (round >= 1),
    member          INTEGER NOT NULL REFERENCES accounts (id),
    points          INTEGER NOT NULL,
    PRIMARY KEY (tournament, round, member)
) STRICT, WITHOUT ROWID;
