-- The table of the day as a channel's event: where it is posted and when, its boards, and who stands on them.

-- Who has begun the try of a day, under a salted hash of the person alone: one try a day is for a person, wherever they
-- play, and deleting one's data is no way to a second one. Rows are thrown away once their day is over everywhere.
CREATE TABLE daily_claims (
    who             BLOB    NOT NULL,
    day             INTEGER NOT NULL,                        -- days since 1970-01-01, UTC
    PRIMARY KEY (who, day)
) STRICT, WITHOUT ROWID;

-- The results of a day in a place. A person may have played elsewhere: then `player` is their account there.
CREATE TABLE daily_entries (
    guild_id        INTEGER NOT NULL,
    day             INTEGER NOT NULL,
    member          INTEGER NOT NULL REFERENCES accounts (id),
    player          INTEGER NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (guild_id, day, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_entries_of_a_member ON daily_entries (member);

CREATE TABLE daily_events (
    guild_id        INTEGER PRIMARY KEY,
    channel_id      INTEGER NOT NULL,
    begins          INTEGER NOT NULL,                        -- seconds from the midnight (UTC) of a day to its beginning
    member          INTEGER NOT NULL REFERENCES accounts (id) -- who has set it
) STRICT;

CREATE TABLE daily_boards (
    channel_id      INTEGER NOT NULL,
    day             INTEGER NOT NULL,
    guild_id        INTEGER NOT NULL,
    message_id      INTEGER,                                 -- NULL until it is posted
    ends            REAL    NOT NULL,
    over            INTEGER NOT NULL CHECK (over IN (0, 1)),
    PRIMARY KEY (channel_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_boards_of_a_place ON daily_boards (guild_id, day);
CREATE INDEX open_daily_boards ON daily_boards (ends) WHERE over = 0;

INSERT INTO daily_entries
    SELECT members.guild_id, day, member, member FROM daily_tries JOIN members ON members.account = member
     WHERE score IS NOT NULL;

ALTER TABLE daily_tries DROP COLUMN place;                   -- the rank among computers, which compares nobody
ALTER TABLE daily_tries ADD COLUMN signs TEXT;               -- a letter a decision, once they are worked out
ALTER TABLE daily_tries ADD COLUMN best INTEGER;             -- the best score known by then on the same cards
