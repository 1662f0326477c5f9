-- Ratings of persons who had their data deleted, under the hash of the person, until the season is over: so that deleting
-- brings nobody a new rating.

CREATE TABLE kept_ratings (
    guild_id        INTEGER NOT NULL,
    season          INTEGER NOT NULL,
    game            TEXT    NOT NULL,
    person          TEXT    NOT NULL,
    mu              REAL    NOT NULL,
    sigma           REAL    NOT NULL CHECK (sigma > 0),
    matches         INTEGER NOT NULL CHECK (matches >= 1),
    at              REAL    NOT NULL,
    moved           TEXT    NOT NULL,
    PRIMARY KEY (guild_id, season, game, person),
    FOREIGN KEY (guild_id, season) REFERENCES seasons (guild_id, number)
) STRICT, WITHOUT ROWID;
