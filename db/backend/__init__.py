"""The part of the store that is the same on every database: the connection that queries see, and group commit.

The SQL in this package's parent is written once, in what SQLite and PostgreSQL both speak. Its placeholders are
SQLite's: `?`, `?1` and `:name`. Three habits keep it so: a number that a column gives itself comes back by `RETURNING
id`; a yes or no is an INTEGER 0 or 1 and is compared (`ranked = 1`); every subquery in FROM has a name. What one of
them lacks it is taught under the other's name (`day_of`, and on PostgreSQL `json_valid`), so that a query need not ask
where it runs.
"""
