-- What is kept about a member beside their money: form, a character sheet, a prank item, uses left today.

CREATE TABLE about (
    member          INTEGER NOT NULL REFERENCES accounts (id),
    key             TEXT    NOT NULL,
    value           TEXT    NOT NULL,
    PRIMARY KEY (member, key)
) STRICT, WITHOUT ROWID;
