-- The table of the day as a channel's event: where it is posted and when, its boards, and who stands on them.

-- Who has begun the try of a day, under a salted hash of the person alone: one try a day is for a person, wherever they
-- play, and deleting one's data is no way to a second one. Rows are thrown away once their day is over everywhere.
CREATE TABLE daily_claims (
    who             BYTEA NOT NULL,
    day             BIGINT NOT NULL,
    PRIMARY KEY (who, day)
);

-- The results of a day in a place. A person may have played elsewhere: then `player` is their account there.
CREATE TABLE daily_entries (
    guild_id        BIGINT NOT NULL,
    day             BIGINT NOT NULL,
    member          BIGINT NOT NULL REFERENCES accounts (id),
    player          BIGINT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (guild_id, day, member)
);
CREATE INDEX daily_entries_of_a_member ON daily_entries (member);

CREATE TABLE daily_events (
    guild_id        BIGINT PRIMARY KEY,
    channel_id      BIGINT NOT NULL,
    begins          BIGINT NOT NULL,
    member          BIGINT NOT NULL REFERENCES accounts (id)
);

CREATE TABLE daily_boards (
    channel_id      BIGINT NOT NULL,
    day             BIGINT NOT NULL,
    guild_id        BIGINT NOT NULL,
    message_id      BIGINT,
    ends            DOUBLE PRECISION NOT NULL,
    over            BIGINT NOT NULL CHECK (over IN (0, 1)),
    PRIMARY KEY (channel_id, day)
);
CREATE INDEX daily_boards_of_a_place ON daily_boards (guild_id, day);
CREATE INDEX open_daily_boards ON daily_boards (ends) WHERE over = 0;

INSERT INTO daily_entries
    SELECT members.guild_id, day, member, member FROM daily_tries JOIN members ON members.account = member
     WHERE score IS NOT NULL;

ALTER TABLE daily_tries DROP COLUMN place;
ALTER TABLE daily_tries ADD COLUMN signs TEXT COLLATE "C";
ALTER TABLE daily_tries ADD COLUMN best BIGINT;
