-- The table of the day: the secret of all its seeds, and each member's one try.

INSERT INTO secrets VALUES ('daily', randomblob(32));

CREATE TABLE daily_tries (
    member          INTEGER NOT NULL REFERENCES accounts (id),
    day             INTEGER NOT NULL,                        -- days since 1970-01-01, UTC
    answers         TEXT    NOT NULL,                        -- the member's own, in order; all others follow
    score           INTEGER,                                 -- NULL until the match is over
    place           INTEGER,
    PRIMARY KEY (member, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_tries_of_a_day ON daily_tries (day);
