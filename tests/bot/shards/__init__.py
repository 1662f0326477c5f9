"""Several processes on one database, each with its shards."""
