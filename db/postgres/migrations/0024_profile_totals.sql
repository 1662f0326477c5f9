-- What a member's matches add up to, kept for the next time that their profile is asked for.

CREATE TABLE profile_totals (
    member          BIGINT PRIMARY KEY REFERENCES accounts (id),
    totals          TEXT COLLATE "C" NOT NULL
);
