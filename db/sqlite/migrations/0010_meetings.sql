-- How people find each other: the last call for players in each place, and planned nights with those who come.

CREATE TABLE calls (
    place           INTEGER PRIMARY KEY,                     -- a channel; for a thread, the one that it belongs to
    guild_id        INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,
    table_id        INTEGER NOT NULL REFERENCES tables (id),
    message_id      INTEGER,                                 -- NULL until it is posted
    role            INTEGER,                                 -- the role that it mentions
    at              REAL    NOT NULL,
    ends            REAL    NOT NULL,
    over            INTEGER NOT NULL CHECK (over IN (0, 1))
) STRICT;
CREATE INDEX calls_of_a_guild ON calls (guild_id);

CREATE TABLE nights (
    id              INTEGER PRIMARY KEY,
    guild_id        INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,
    planner         INTEGER NOT NULL REFERENCES accounts (id),
    game            TEXT    NOT NULL,
    starts          REAL    NOT NULL,
    weekly          INTEGER NOT NULL CHECK (weekly IN (0, 1)),
    message_id      INTEGER,                                 -- NULL until its message is posted
    event_id        INTEGER,                                 -- Discord's scheduled event
    reminded        INTEGER NOT NULL CHECK (reminded IN (0, 1)),
    state           TEXT    NOT NULL CHECK (state IN ('planned', 'begun', 'missed', 'off'))
) STRICT;
CREATE INDEX planned_nights ON nights (starts) WHERE state = 'planned';

CREATE TABLE night_answers (
    night           INTEGER NOT NULL REFERENCES nights (id),
    member          INTEGER NOT NULL REFERENCES accounts (id),
    answer          TEXT    NOT NULL CHECK (answer IN ('yes', 'maybe', 'no')),
    at              REAL    NOT NULL,
    PRIMARY KEY (night, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX night_answers_of_a_member ON night_answers (member);
