-- Evenings: up to which match the evenings of a channel have been told. Cards that were posted, so that a second press
-- posts nothing. Hands that their owners have shown after the match.

CREATE TABLE evenings (
    channel_id      BIGINT PRIMARY KEY,
    told            BIGINT NOT NULL                             -- the last match of the last evening
);
CREATE INDEX tables_of_a_channel ON tables (channel_id);

CREATE TABLE shared_cards (
    match           BIGINT NOT NULL REFERENCES matches (id),
    what            TEXT COLLATE "C" NOT NULL,                            -- the end, a game of a night, or a step
    PRIMARY KEY (match, what)
);

CREATE TABLE shown_hands (
    match           BIGINT NOT NULL REFERENCES matches (id),
    member          BIGINT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (match, member)
);
CREATE INDEX shown_hands_of_a_member ON shown_hands (member);
