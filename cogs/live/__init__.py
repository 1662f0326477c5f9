"""Messages that change without a press.

A live message shows something that changes: a table, a hand, a tournament, a planned night. Its kind is a subclass of
`live_message.LiveMessage` that says two things:

    class NightMessage(LiveMessage):
        async def payload(self) -> Json | None:       # what it shows now
            return night_message(await self.nights.view(self.night))

        async def posted(self) -> None:               # its new id, for after a restart
            await self.nights.save_message(self.night, self.message_id)

Whoever changes a night calls `message.changed()` and goes on. The message waits for its turn, then shows what is true
by then; a fault that passes is waited out, a deleted message is posted again, and what Discord refuses goes plainer.
So no kind has a retry, a flag or a timer of its own for that. One test of all kinds tries each fault on each
(`tests/e2e/test_live_messages.py`); a new kind is a class of that test, too.

`table_messages.py` shows the tables and is told of their changes, `hand_panels.py` shows the private panels, and
`message_channels.py` has the ways to a message: the bot's own rights, or the tokens of presses. A feature keeps its own
kinds in its folder, and makes them with `TableMessages.live`. A request that only tidies up, such as the deletion of a
reminder, goes by `LiveMessages.until_done`.
"""
