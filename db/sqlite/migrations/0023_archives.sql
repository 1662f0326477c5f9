-- Answers of old matches may leave for a file of their own (db/archives/). A match then names that file, and its header
-- and result stand there too.

CREATE TABLE archives (
    id              INTEGER PRIMARY KEY,
    folder          TEXT    NOT NULL,
    file            TEXT    NOT NULL UNIQUE,
    at              REAL    NOT NULL
) STRICT;

ALTER TABLE matches ADD COLUMN archive INTEGER REFERENCES archives (id);
CREATE INDEX matches_of_an_archive ON matches (archive) WHERE archive IS NOT NULL;

DROP TRIGGER rows_stay;
CREATE TRIGGER rows_stay BEFORE DELETE ON rows
WHEN NOT EXISTS (SELECT 1 FROM matches
                  WHERE id = OLD.match AND archive IS NOT NULL AND state IN ('ended', 'void')) BEGIN
    SELECT RAISE(ABORT, 'a row is never deleted');
END;
