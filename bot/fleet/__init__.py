"""Several processes serve one PostgreSQL database, each the servers of the shards that it holds.

Money and tables of a place live in one shard, as Discord divides places, so no process needs another. `lease_keeper`
takes and renews leases of shards (`db/postgres/leases.py`); `fleet` runs a bot for each held shard, and stops it before
the shard is released. If another process has taken one of its shards, because this one hung, it gives that shard up and
stays as a spare: its memory of it is out of date, and nothing of it is saved or shown any more. From the moment its
leases may have run out by its own clock, it sends nothing to Discord until it has renewed them.

When the database was away, the leases of all have run out. Whoever comes back first leaves them to their holders for a
few seconds, in which each of them renews its own.

A shard that moves from one live process to another, because one has just joined or is about to leave, changes hands
without members noticing (`db/postgres/claims.py`):

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

Discord sends every interaction to both sessions of a shard, so none is lost; by their ids none is answered twice.
Nothing changes before the successor is connected, so if it dies first the holder simply continues. If the holder dies,
its lease expires and the successor takes it: by then, everything that the dead process may have answered is older than
the events that are kept. That is also how the shards of a process that has been silent for a while are claimed early:
their successors take their turns to identify while the leases still run. A process that was only slow deletes those
claims. If the successor dies with the lease, the lease expires like any other.

One process on one file is handed over the same way (`press_keeper`, `succession`). A new process replaces an old one,
and no member notices.

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

Discord sends a press to every session of a shard, so between the two sessions none is lost, and by their ids none is
answered twice. The old process closes the store before it says so, so there is never a second writer.
"""
