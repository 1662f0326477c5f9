-- The deeds of members, each with the match in which it was earned first. They follow from the journals, and can be
-- counted again from them.

CREATE TABLE deeds (
    member          INTEGER NOT NULL REFERENCES accounts (id),
    deed            TEXT    NOT NULL,
    match           INTEGER NOT NULL REFERENCES matches (id),
    PRIMARY KEY (member, deed)
) STRICT, WITHOUT ROWID;
CREATE INDEX deeds_of_a_match ON deeds (match);
