"""Runs SQLite: lock, connections, group commit, migrations. PostgreSQL would be a sibling folder."""
