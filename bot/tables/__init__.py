"""A table being played, without a word of Discord.

Theory of operation
-------------------
A table is an *actor*: one object (`TableActor`) with a queue that everything at the table goes through: presses, new
members, timers. The queue runs one command at a time, so nothing in this package needs a lock, and no method has to
fear that the table changes while it waits for the database. Tables know nothing of each other.

    TableRegistry   opens tables, finds them by channel or number, takes them up again after a stop
    TableActor      one table: presses, views, and the collaborators whose `@serialized` methods are its commands
      AnswerPipeline  an answer: find the question, check, set money aside, play on, save, tell
      Lifecycle       settings, the start and the end of a match, void matches, leaving, closing
      Seating         sitting down, the rail, computer players, seats that change hands, guests
      Admission       who gets a seat, in one sentence for every reason to get none (`hosting/`)
      HostActions     kicks, new hosts and co-hosts, invitations, moves to a thread (`hosting/`)
      Scheduler       the one timer: due answers, reminders, computer players, the next match, idleness
      Persistence     units of writes, and the way back from the store
    LiveTable       the shared `TableState`, `MatchSession`, queue, and a few flags; it decides nothing
    TableKind       the differences of a private table, or of one that a feature decides about (`kinds`)
    TablePace       the differences of a match by letter (`question_clocks`)
    Cashier         the money of the table, as transfers for others to save (`money/`)

The collaborators receive each other when they are made, and only downwards: HostActions calls Seating, Scheduler and
Seating call AnswerPipeline, which calls Lifecycle, which calls Persistence. None inherits from another, and none
imports the actor. Nobody sets the timer by hand: the queue does so after each command.

The order of an answer: rules, then save, then tell
---------------------------------------------------
1. The rules take the answer (`Match.answer`). If they refuse, nothing has changed.
2. One unit of the store takes the row of the journal, all money that moves with it, and the new deadlines, or the end
   of the match with its result. It is on the disk completely or not at all.
3. Only then is the listener told, and views show it. From 1 to 3 `LiveTable.saved` is cleared: the match is ahead
   of the disk, and views wait.

So everything that anyone has seen is on the disk, whatever happens to the process next; and a saved press counts once,
since the journal refuses its id a second time.

What is rebuilt when
--------------------
A match is its header and its rows (`games.engine.match`); the coroutine of the rules cannot be undone or copied.
Whenever memory and journal may disagree, the match in memory is thrown away and replayed:

- A commit fails (the disk, a purse that has changed meanwhile, a press that is in already): `Persistence.rebuild`
  reloads seats and settings and replays the rows. The member reads a sentence, and may press again.
- The rules raise something: the same, once. The second time in a row the match is *suspended*: its stakes are held.
- The bot starts: `TableActor.resume` replays the match of every open table. No deadline is then nearer than a minute.
  Between matches it replays the one that has ended, so that its result stays on the table.
- A journal does not fit the rules of this release (`ReplayDiverged`): the match is suspended. An admin refunds it, or
  plays on with `resume_suspended` under rules that fit.

Deadlines are saved with every row; reminders, thinking times of computer players and time budgets are not, and begin
again after a restart.

Who calls whom
--------------
Cogs call `TableRegistry`, `TableActor` and the commands of its `seating`, `lifecycle` and `hosting`. The table calls
its `TableListener`s (`view.py`), which show it and take what they show from `TableActor.view`; a request to show
returns at once, and never fails. Features add to matches and follow them by `hooks.py`: what they write when a match
ends is saved in the unit of its result. Below are the store (`db`), the rules (`games.engine`) and the services for
members and places (`bot.members`, `bot.places`). No module here names a game or a feature: what a game wants of its
table stands on its data sheet (`games.engine.game`).

What is saved of a table is in `state.py`: seats, what the host has chosen (`TableSettings`), who may sit down
(`TableAccess`), what its matches leave for the next one (`TableProgress`). The last three and the kind are one document
in the store.

How long a turn lasts is in `question_clocks.py`; the sentences of refusals are in `bot/messages.toml`.
"""
