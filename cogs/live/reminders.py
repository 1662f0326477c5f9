"""Short messages next to a table: whose turn it is, and that time is running out."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import discord

from bot.face.text.templates import safe_name, time_until
from bot.language import _, speaking
from bot.notices.choices import NoticeChoices
from bot.requests.budget import Urgency
from bot.tables.context import TableContext
from bot.tables.kinds import PrivateTable
from bot.tables.state import Seat
from bot.tables.view import NEXT_MATCH, ShownTable
from cogs.live.live_message import LiveMessages
from cogs.live.notice_sender import NoticeSender
from cogs.requests import http
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, link, message, quietly, rows, text
from cogs.ui.table.links import table_url

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Notices:
    """The current messages next to one table."""

    nudges: dict[int, int] = field(default_factory=dict)
    """The mention for each open question, by the question's id."""


class TurnNotice(NamedTuple):
    """A notice of a member's turn, and its deadline.

    `secret`: nobody else may learn that it's their turn, so it must be a direct message.
    """

    seat: Seat
    question: int
    due: float | None
    restarted: bool = False
    secret: bool = False


class Reminders:
    """Posts, edits and deletes reminders; if the network or Discord fails, play goes on without."""

    def __init__(self, sender: NoticeSender, live: LiveMessages, context: TableContext) -> None:
        self.client = sender.client
        self._sender, self._live, self._context = sender, live, context
        self._pace = sender.pace
        self._notices: dict[int, _Notices] = {}

    def of(self, table: ShownTable) -> _Notices:
        """Return the messages next to a table."""
        return self._notices.setdefault(table.state.id, _Notices())

    def forget(self, table: int) -> None:
        """Forget a table that has closed."""
        self._notices.pop(table, None)

    async def nudge(self, table: ShownTable, turn: TurnNotice) -> None:
        """Tell a member that it is their turn: by a mention next to the table, or as they have chosen."""
        seat, state = turn.seat, table.state
        if seat.person is None:
            return
        member = await self._member(table, seat)
        choices = NoticeChoices() if member is None else await self._sender.notices.choices(member)
        if turn.secret and not choices.turn_by_dm:
            return
        if choices.turn == "off":
            return
        by_dm = member is not None and (turn.secret or choices.turn_by_dm)
        if by_dm and await self._is_gone(table, seat.person):
            return
        key = self._key(table, turn)
        if member is not None and key is not None and not await self._sender.notices.claim_turn(member, key):
            # told before the bot was restarted: the mention still goes when the question is answered
            earlier = await self._sender.notices.mention_of(member, key)
            if earlier is not None and table.is_open(turn.question):
                self.of(table).nudges[turn.question] = earlier
            return
        quiet = choices.is_quiet(self._context.clock.now())
        with speaking(self._language(table)):
            mention = self._mention(table, turn)
        with speaking(self._live.languages.of_person(seat.person)):
            letter = quietly(self._letter(table, turn), quiet=quiet)
        try:
            if member is not None and turn.secret:
                await self._sender.by_dm(member, seat.person, letter, urgency=Urgency.WAITED_FOR)
                message_id = None
            elif member is not None and choices.turn_by_dm:
                message_id = await self._sender.tell(
                    member,
                    seat.person,
                    dm=letter,
                    channel_id=state.channel_id,
                    mention=quietly(mention, quiet=quiet),
                    urgency=Urgency.WAITED_FOR,
                )
            else:
                async with self._pace.turn(Urgency.WAITED_FOR):
                    sent = await http.post(self.client, state.channel_id, quietly(mention, quiet=quiet))
                message_id = sent.id
        except http.FAILURES as error:
            log.info("no nudge at table %s: %s", state.id, error)
            if isinstance(error, discord.HTTPException) and error.code == http.MISSING_ACCESS:
                table.set_visible(False)
            return
        if message_id is not None and table.is_open(turn.question):
            self.of(table).nudges[turn.question] = message_id
            if member is not None and key is not None:
                await self._sender.notices.keep_mention(member, key, message_id)
        elif message_id is not None:
            # answered while the mention was on its way
            self._clear_nudge(table, message_id)

    async def _member(self, table: ShownTable, seat: Seat) -> int | None:
        """Return the account of the person who answers in a seat."""
        if seat.member is not None and seat.person == seat.user_id:
            return seat.member
        return await self._context.store.find_member(table.state.place_key, seat.person or 0)

    async def _is_gone(self, table: ShownTable, user_id: int) -> bool:
        """Return whether someone may no longer read about a table."""
        place, channel = table.state.place, table.state.channel_id
        return place.has_bot and await self._sender.is_gone(
            place.number, channel, user_id, urgency=Urgency.WAITED_FOR
        )

    def _key(self, table: ShownTable, turn: TurnNotice) -> str | None:
        """Return the key of a turn by letter, which is announced once; None at other tables."""
        state = table.state
        if state.settings.letter is None:
            return None
        if turn.question <= NEXT_MATCH:
            # it has no number yet, so the number of matches before it identifies it
            return f"table {state.id}:{state.progress.deals}"
        return f"{state.match_id}:{turn.question}"

    def _words(self, turn: TurnNotice) -> str:
        """Return the deadline of a turn as a clause."""
        return "" if turn.due is None else f", {time_until(turn.due)}"

    def _language(self, table: ShownTable) -> str:
        """Return the language of what everyone at a table reads."""
        return self._live.languages.of_place(table.state.place, table.state.settings.language)

    def _mention(self, table: ShownTable, turn: TurnNotice) -> Json:
        seat, state = turn.seat, table.state
        assert seat.person is not None
        again = turn.restarted and state.settings.letter is None
        if turn.question <= NEXT_MATCH:
            words = _("{member}, the next hand starts {when}.") + f" {_then(table)}"
        elif seat.invited:
            words = _("{member}, it's {name}'s turn{due}.")
        elif again:
            words = _("{member}, it's your turn{due} (the bot restarted, so your clock starts over).")
        else:
            words = _("{member}, it's your turn{due}.")
        words = words.format(
            member=f"<@{seat.person}>",
            name=safe_name(seat.name),
            due=self._words(turn),
            when=_when(turn),
        )
        hand = button("My hand", custom_ids.verb(state.id, "hand"), GREEN)
        return message(text(words), *rows([hand]), mentions=[seat.person])

    def _letter(self, table: ShownTable, turn: TurnNotice) -> Json:
        """Return the direct message with a link to the table."""
        game = f"**{_(table.game.title)}**"
        words = _("It's your turn in {game}{due}.").format(game=game, due=self._words(turn))
        if turn.question <= NEXT_MATCH:
            starts = _("The next hand of {game} starts {when}.").format(game=game, when=_when(turn))
            words = f"{starts} {_then(table)}"
        button = rows([link(_("Go to the table"), table_url(table.state))])
        small = _("-# `/notify turn` on the server changes how I tell you.")
        return message(text(f"{words}\n{small}"), *button)

    async def warn(self, table: ShownTable, seat: Seat, due: float, question: int) -> None:
        """Add to the nudge that time is running out."""
        private = table.state.kind.private_match(table.game)
        if private is not None:
            with speaking(self._language(table)):
                words = _(private.expires_soon).format(when=f"<t:{int(due)}:R>")
            await self.say(table, words)
            return
        nudge = self.of(table).nudges.get(question)
        if nudge is None:
            return
        with speaking(self._language(table)):
            if table.state.settings.letter is not None:
                words = _("{name}: not long left, {due}; then the table answers for you.")
            else:
                words = _("{name}: a few seconds left, {due}; then the table answers for you.")
            words = words.format(name=safe_name(seat.name), due=time_until(due))
        request = partial(http.edit, self.client, table.state.channel_id, nudge, message(text(words)))
        self._live.until_done(request, Urgency.WAITED_FOR, f"no warning at table {table.state.id}")

    def clear_nudges(self, table: ShownTable) -> None:
        """Delete the nudges whose questions are answered."""
        nudges = self.of(table).nudges
        for question in [question for question in nudges if not table.is_open(question)]:
            self._clear_nudge(table, nudges.pop(question))

    def _clear_nudge(self, table: ShownTable, nudge: int) -> None:
        self._take_away(table, nudge, "a nudge")

    def _take_away(self, table: ShownTable, message_id: int, what: str) -> None:
        request = partial(http.delete, self.client, table.state.channel_id, message_id)
        self._live.until_done(request, Urgency.OTHER, f"{what} at table {table.state.id} stays")

    async def say(self, table: ShownTable, words: str) -> None:
        """Say something to the owner of a private place, where they opened it."""
        [seat] = table.state.seats.values()
        assert seat.user_id is not None
        kind = table.state.kind
        if not isinstance(kind, PrivateTable) or kind.notices is None:
            return
        body = message(text(f"<@{seat.user_id}>, {words}"), mentions=[seat.user_id])
        try:
            async with self._pace.turn(Urgency.BOARD):
                await http.post(self.client, kind.notices, body)
        except http.FAILURES as error:
            log.info("no word from the private place %s: %s", table.state.id, error)


def _then(table: ShownTable) -> str:
    """Return what a press does about the next match: by letter only those who have said yes are in it."""
    by_letter = table.state.settings.letter is not None
    return _("Press *Again* to be in it.") if by_letter else _("Press *Again* if you're ready.")


def _when(turn: TurnNotice) -> str:
    """Return the beginning of the next match as a clause."""
    return _("soon") if turn.due is None else f"<t:{int(turn.due)}:R>"
