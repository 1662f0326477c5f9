-- The hash of what was played, with that of the table's match before: its first digits stand under each result.

ALTER TABLE matches ADD COLUMN record TEXT COLLATE "C";
