-- A file belongs to one process: what it takes to pass shards on is in PostgreSQL's step of this number alone.

SELECT 1;
