-- What a member's matches add up to, kept for the next time that their profile is asked for.

CREATE TABLE profile_totals (
    member          INTEGER PRIMARY KEY REFERENCES accounts (id),
    totals          TEXT    NOT NULL
) STRICT;
