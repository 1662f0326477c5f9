"""Several processes serve one PostgreSQL database, each the servers of the shards that it holds.

Money and tables of a place live in one shard, as Discord divides places, so no process needs another. `lease_keeper`
takes and renews leases of shards (`db/postgres/leases.py`); `fleet` runs a bot for each shard that is held, and ends it
before the shard is given back. A process that another has overtaken, because it hung or lost its way to the database,
ends at once: what it believes is out of date, and the database takes nothing from it any more.
"""
