"""The store on SQLite: lock, connections, group commit, migrations. Its sibling is `db.postgres`."""
