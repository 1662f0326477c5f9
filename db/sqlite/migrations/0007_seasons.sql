-- Ratings by season, and the medals that a season leaves. `moved` is JSON: how far each opponent has moved the rating.

CREATE TABLE seasons (
    guild_id        INTEGER NOT NULL,
    number          INTEGER NOT NULL CHECK (number >= 1),
    begun           REAL    NOT NULL,
    ends            REAL    NOT NULL,                        -- when the calendar closes it
    closed          REAL,
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_open_season_a_guild ON seasons (guild_id) WHERE closed IS NULL;

CREATE TABLE ratings (
    guild_id        INTEGER NOT NULL,
    season          INTEGER NOT NULL,
    game            TEXT    NOT NULL,
    member          INTEGER NOT NULL REFERENCES accounts (id),
    mu              REAL    NOT NULL,
    sigma           REAL    NOT NULL CHECK (sigma > 0),
    matches         INTEGER NOT NULL CHECK (matches >= 1),
    at              REAL    NOT NULL,                        -- of the last match
    moved           TEXT    NOT NULL,
    PRIMARY KEY (guild_id, season, game, member),
    FOREIGN KEY (guild_id, season) REFERENCES seasons (guild_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_of_a_member ON ratings (member);

CREATE TABLE medals (
    member          INTEGER NOT NULL REFERENCES accounts (id),
    guild_id        INTEGER NOT NULL,
    season          INTEGER NOT NULL,
    game            TEXT    NOT NULL,
    place           INTEGER NOT NULL CHECK (place BETWEEN 1 AND 3),
    PRIMARY KEY (member, season, game)
) STRICT, WITHOUT ROWID;
