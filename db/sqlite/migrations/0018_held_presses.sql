-- A press that came too early in a race waits for its moment; it was acknowledged, so it must survive a restart.

CREATE TABLE held_presses (
    match   INTEGER NOT NULL REFERENCES matches (id),
    seat    INTEGER NOT NULL,
    ask     INTEGER NOT NULL,
    answer  TEXT NOT NULL,
    press   INTEGER,
    at      REAL NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;
