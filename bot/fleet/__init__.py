"""Several processes serve one PostgreSQL database, each the servers of the shards that it holds.

Money and tables of a place live in one shard, as Discord divides places, so no process needs another. `lease_keeper`
takes and renews leases of shards (`db/postgres/leases.py`); `fleet` runs a bot for each shard that is held, and ends it
before the shard is given back. A process that another has overtaken, because it hung or lost its way to the database,
ends at once: what it believes is out of date, and the database takes nothing from it any more.

A shard that goes from one living process to another, because that one has just joined or this one is about to leave,
changes hands without a member's notice (`db/postgres/claims.py`):

    successor (`claimed_shards`)                     holder (`lease_keeper`)
    ────────────────────────────                     ───────────────────────
    claims the shard
    connects a bot that stands by: it keeps the
      presses of the last seconds, and that is all
    says that it is connected                   →    takes no further press; ends those it has begun
                                                     saves, gives the lease back with the interactions
    takes the lease, takes up the tables        ←      that it has taken, leaves the gateway
    handles the kept presses that are not among
      these, and all that come

Two sessions of one shard are sent every interaction, so none is lost; by their ids none is answered twice. Nothing is
begun before the successor is connected, so if that one dies first the holder just goes on. If the holder dies its lease
runs out, and the successor takes it: what the dead one may have taken is older by then than what is still kept. If the
successor dies with the lease in its hands, the lease runs out like any other.

One process on one file is handed over the same way (`press_keeper`, `succession`). A new process takes the place of an
old one, and no member notices.

    new                                              old
    ───                                              ───
    connects a session of its own that only
      keeps presses (`press_keeper`)
    asks the old one to let go (`succession`)   →    takes no further press; ends those it has begun
                                                     lets go of the store
    opens the store, takes up the tables        ←    says which presses it has taken, and goes
    answers the kept presses that are not
      among these, and all that come
    connects as the bot; the keeper leaves

Discord sends a press to every session of a shard, so between the two sessions none is lost, and by the ids none is
answered twice. The old process lets go of the store before it says so, so there is never a second writer.
"""
