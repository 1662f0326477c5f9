"""From a press to its answer.

A member presses a button, chooses in a select or sends a modal. This package finds out what that means, has the table
do it, and answers Discord in time. The path is short on purpose:

    bot.pressed         the gateway's event -> what a press needs to know; discord.py reads the rest if asked
    cogs.presses        `on_interaction`, the one listener
    router              custom id -> handler; refusals and errors -> sentences
    answer_presses,     the handlers: plain functions, found by searching for `@on("sit")` or `@on_kind(Kind.ANSWER)`
    table_presses
    hosting             the same for the host's menu, with invitations and the way of a table to a thread
    TableActor.press    rules, then the row is saved, then the others are told
    responder           the one answer to the interaction
    http                the request, as plain JSON

**Why not discord.py's views?** A `View` lives in memory: after a restart its buttons are dead, after its timeout it is
forgotten, and a `Modal` is never anything but memory. `DynamicItem` brings buttons back by a pattern on their custom
id, but it rebuilds a whole `LayoutView` for each press, and even one that stays the same costs a bot half as much again
as plain JSON (`python -m benchmarks bot`). So messages are written as component JSON (`cogs.ui`), nothing is stored per
message, and what a control means is written in its custom id (`cogs.ui.custom_ids`). A message of last week works as
one of a second ago does.

**Nothing from outside is believed.** A custom id, a select's values and a modal's text come from a client that may be
old or hostile. The table is looked up again, the seat is the presser's own, the question must still be open in the
match that the id names, and its prompt checks the answer. A control that is too old is refused with the present
question, and one that no longer exists with a sentence.

**In time.** Discord gives three seconds. A `Responder` is made before anything is waited for, and acknowledges by
itself after 1.5 seconds, so that a slow disk costs nobody their press; the answer then edits what was acknowledged.

**Update or follow-up.** A press on a private message, or one that answers a question, is answered by repainting the
message that was pressed (`update`): one request, and the member's eye stays where it is. What is there to read or to
set (the log, the settings, a lesson) is a page of the hand panel, with the way back; someone without a panel gets a
private message (`message`). A refusal never repaints: it is whispered beside the message, which stays as it was. Slash
commands use the same `Responder`. Each private answer that isn't the panel covers it, so that the next question or
press brings it to the end of the chat (`pages`).

**Refusals.** Handlers and tables raise `UserError`; the router turns it into a sentence that says what to do instead,
with a button for it where there is one. Anything else that is raised is logged under an id, and the member reads that
id. If the network loses the answer, what the press did still counts: it was saved first.

**Cogs with controls of their own**, such as the pages of a history, register a prefix in `cog_handlers` and get the
rest of the custom id.
"""
