"""The store on PostgreSQL: address, connections, saving a group, migrations, and carrying a store over.

Theory of operation
-------------------
Everything is as on SQLite, but for what a second process brings with it.

One process, or several. The writing connection holds an advisory lock of its session, taken when it is opened and
again whenever it has to be opened again: for itself, or shared among processes that divide the servers by leases of
shards (`leases.py`). All writes go through that session, so that a process which has lost the lock has also lost the
connection it could have written with. It needs a session of its own, so a pool between the two that shares sessions
(PgBouncer in transaction mode) will not do.

Leases. A process that shares the database saves a group only if every lease it believes to hold has the epoch with
which it was taken. `saver.py` asks for that first, inside the transaction of the group, and the rows stay locked until
its end. So a process that was frozen and thawed, or cut off for a while, saves nothing once another has its shards.

Refusals. In PostgreSQL a statement that fails spoils its transaction, in SQLite it undoes itself alone, and the areas
rely on that: they ask for the reason afterwards. So a unit in which a statement is refused is taken back to its
savepoint and done again, now with a savepoint a statement. Units are refused seldom, and depend on nothing but their
values and the books, so they come to the same statement again.

A lost connection. As long as COMMIT has not been sent, nothing is kept, and each caller gets `NotSaved` at once. When
the answer to a COMMIT is missing, nobody may guess. Each group therefore writes a token of its own into `writers`, in
the same transaction. On a new connection the old session is ended first, and once it is gone the token tells: there,
and all of the group is saved; not there, and nothing of it ever will be. Until the server can be asked, the callers
of that one group wait, and all others get `NotSaved`. A process that is stopped while it waits tells nobody anything.

Reads use transactions of their own, read-only and of one moment (REPEATABLE READ). A read whose connection is lost is
done once more on a new one, then raises `NotSaved`.
"""
