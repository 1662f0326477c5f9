-- A file belongs to one process: what several need to find each other is in PostgreSQL's step of this number alone.

SELECT 1;
