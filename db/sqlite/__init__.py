"""Runs SQLite: lock, connections, group commit, migrations. A store on another database would stand beside it."""
