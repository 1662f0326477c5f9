-- A press that came too early in a race waits for its moment; it was acknowledged, so it must survive a restart.

CREATE TABLE held_presses (
    match   BIGINT NOT NULL REFERENCES matches (id),
    seat    BIGINT NOT NULL,
    ask     BIGINT NOT NULL,
    answer  TEXT COLLATE "C" NOT NULL,
    press   BIGINT,
    at      DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match, seat)
);
