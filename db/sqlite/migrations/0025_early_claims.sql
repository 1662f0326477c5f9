-- A file belongs to one process: what several need to pass shards on is in PostgreSQL's step of this number alone.

SELECT 1;
