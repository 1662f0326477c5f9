"""The store on PostgreSQL: address, connections, saving a group, migrations, and carrying a store over.

Theory of operation
-------------------
Everything works as on SQLite, except for the consequences of a second process.

One process, or several. The writing connection holds an advisory lock of its session, taken when it is opened and again
whenever it has to be reopened: an exclusive one, or one shared by the processes that divide the servers by leases of
shards (`leases.py`). All writes go through that session, so a process that has lost the lock has also lost the
connection it could have written with. The lock needs a session of its own, so a pool in between that shares sessions
(PgBouncer in transaction mode) does not work.

Leases. A process that shares the database saves a group only if every lease that it believes to hold still has the
epoch in which it was taken. `saver.py` checks this first, inside the transaction of the group, and the rows stay locked
until its end. So a process that was frozen and thawed, or cut off for a while, saves nothing once another has its
shards.

Refusals. In PostgreSQL a failed statement spoils its transaction, in SQLite only the statement is undone, and the code
relies on that: it asks for the reason afterwards. So a unit with a refused statement is rolled back to its savepoint
and run again, now with a savepoint for each statement. Units are seldom refused, and depend only on their values and
the books, so they reach the same statement again.

A lost connection. Until COMMIT has been sent, nothing is kept, and each caller gets `NotSaved` at once. When the answer
to a COMMIT is missing, guessing would be wrong either way. Each group therefore writes a token of its own into
`writers`, in the same transaction. On a new connection the old session is ended first, and once it is gone the token
decides: if it is there, the whole group is saved; if not, nothing of it ever will be. Until the server can be asked,
the callers of that one group wait, and all others get `NotSaved`. A process that is stopped while it waits answers
nobody.

Reads use transactions of their own, read-only and on one snapshot (REPEATABLE READ). A read whose connection is lost is
repeated once on a new one, then raises `NotSaved`.
"""
