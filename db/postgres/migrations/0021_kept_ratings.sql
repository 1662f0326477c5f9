-- Ratings of persons who had their data deleted, under the hash of the person, until the season is over: so that deleting
-- brings nobody a new rating.

CREATE TABLE kept_ratings (
    guild_id        BIGINT NOT NULL,
    season          BIGINT NOT NULL,
    game            TEXT COLLATE "C" NOT NULL,
    person          TEXT COLLATE "C" NOT NULL,
    mu              DOUBLE PRECISION NOT NULL,
    sigma           DOUBLE PRECISION NOT NULL CHECK (sigma > 0),
    matches         BIGINT NOT NULL CHECK (matches >= 1),
    at              DOUBLE PRECISION NOT NULL,
    moved           TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guild_id, season, game, person),
    FOREIGN KEY (guild_id, season) REFERENCES seasons (guild_id, number)
);
