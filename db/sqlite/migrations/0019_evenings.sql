-- Evenings: up to which match the evenings of a channel have been told. Cards that were posted, so that a second press
-- posts nothing. Hands that their owners have shown after the match.

CREATE TABLE evenings (
    channel_id      INTEGER PRIMARY KEY,
    told            INTEGER NOT NULL                             -- the last match of the last evening
) STRICT;
CREATE INDEX tables_of_a_channel ON tables (channel_id);

CREATE TABLE shared_cards (
    match           INTEGER NOT NULL REFERENCES matches (id),
    what            TEXT    NOT NULL,                            -- the end, a game of a night, or a step
    PRIMARY KEY (match, what)
) STRICT, WITHOUT ROWID;

CREATE TABLE shown_hands (
    match           INTEGER NOT NULL REFERENCES matches (id),
    member          INTEGER NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (match, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX shown_hands_of_a_member ON shown_hands (member);
