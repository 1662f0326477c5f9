-- A file belongs to one process: what several need to share a database is in PostgreSQL's step of this number alone.

SELECT 1;
