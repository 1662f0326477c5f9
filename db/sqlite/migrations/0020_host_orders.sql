-- Orders of the one who runs the bot, which running processes carry out, and what each process has answered. What the
-- host has blocked or switched off everywhere.

CREATE TABLE host_orders (
    id              INTEGER PRIMARY KEY,
    at              REAL    NOT NULL,
    action          TEXT    NOT NULL,
    subject         TEXT    NOT NULL,
    note            TEXT    NOT NULL
) STRICT;

CREATE TABLE host_answers (
    id              INTEGER PRIMARY KEY,
    host_order      INTEGER NOT NULL REFERENCES host_orders (id),
    at              REAL    NOT NULL,
    told            TEXT    NOT NULL                             -- a sentence for the host
) STRICT;
CREATE INDEX answers_to_an_order ON host_answers (host_order);

CREATE TABLE host_rules (
    kind            TEXT    NOT NULL,                            -- user, server or game
    subject         TEXT    NOT NULL,
    note            TEXT    NOT NULL,
    at              REAL    NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
