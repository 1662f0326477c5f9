"""The notices of a server's members: their choices, their wish for games, and the notices that each has had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from bot.clock import HOUR, Clock
from bot.language import _
from bot.members.profile_keys import NOTICED, NOTICES, VACATION
from bot.notices.choices import NoticeChoices, minutes_ahead
from bot.notices.times_of_day import offset_words
from bot.places.settings import load_place_settings
from bot.serial_queue import SerialQueue, serialized
from db import members
from db.backend.names import Name
from db.members import SaveAbout
from db.store import Store

TURNS = 25
"""The number of a member's latest turns that are remembered: more than anyone has open at once."""
APART = float(HOUR)
"""Seconds between two notices to one member."""


class Recipient(NamedTuple):
    """A member whom a notice may reach."""

    member: int
    user_id: int
    name: Name
    choices: NoticeChoices


class Audience(NamedTuple):
    """The members that one notice reaches, by their chosen channel."""

    mentioned: list[Recipient]
    """Members to mention in the channel."""
    written: list[Recipient]
    """Members to write a direct message to."""


class LocalClock(NamedTuple):
    """The clock by which a member's words about time are read."""

    own: bool
    """True if the member has set it; else it is the place's."""
    zone: tzinfo

    def offset_at(self, moment: float) -> int:
        """Return the minutes that the clock is ahead of UTC at a moment: in summer perhaps more than in winter."""
        return minutes_ahead(datetime.fromtimestamp(moment, self.zone))

    def words(self, moment: float) -> str:
        """Return whose clock it is, and how far ahead of UTC at a moment."""
        words = _("your time, {offset}") if self.own else _("server time, {offset}")
        return words.format(offset=offset_words(self.offset_at(moment)))


class NoticeService:
    """Keeps choices and counts notices; members are purse accounts, so each server counts by itself."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self.queue = SerialQueue()

    # ---- choices

    async def choices(self, member: int) -> NoticeChoices:
        """Return a member's choices, with defaults for those never made."""
        return NoticeChoices.model_validate((await self._store.about(member)).get(NOTICES) or {})

    @serialized
    async def change(self, member: int, changes: Mapping[str, Any]) -> NoticeChoices:
        """Save some of a member's choices, and return all of them."""
        present = await self.choices(member)
        changed = NoticeChoices.model_validate({**present.model_dump(), **changes})
        if changed != present:
            value = changed.model_dump(mode="json", exclude_defaults=True) or None
            await self._store.commit(SaveAbout(member, NOTICES, value))
        return changed

    async def clock_of(self, place_key: int, user_id: int | None) -> LocalClock:
        """Return a member's own clock if they have set it, else that of the place; None stands for a deleted member."""
        member = None if user_id is None else await self._store.find_member(place_key, user_id)
        own = None if member is None else (await self.choices(member)).own_zone
        if own is not None:
            return LocalClock(True, own)
        return LocalClock(False, (await load_place_settings(self._store, place_key)).own_zone)

    async def note_closed_dm(self, member: int) -> None:
        """Record that a member's direct messages are closed: later ones go to the channel until they choose again."""
        await self.change(member, {"dm_closed": True})

    # ---- finding recipients

    async def recipients(self, place_key: int) -> list[Recipient]:
        """Return the members of a server who have made any choice."""
        rows = await self._store.read(members.about_in_place, place_key, NOTICES)
        return [
            Recipient(row.member, row.user_id, row.name, NoticeChoices.model_validate(row.value))
            for row in rows
        ]

    async def asked_for(self, place_key: int, game: str) -> list[Recipient]:
        """Return the members who want to be called for a game now, those without a notice for longest first.

        Members on vacation are not called.
        """
        now = self._clock.now()
        vacations = await self._store.read(members.about_in_place, place_key, VACATION)
        away = {row.member for row in vacations if float(row.value["until"]) > now}
        wanted = [each for each in await self.recipients(place_key) if each.choices.wants_call(game, now)]
        rows = await self._store.read(members.about_in_place, place_key, NOTICED)
        last = {row.member: float(row.value.get("notice", 0.0)) for row in rows}
        present = [each for each in wanted if each.member not in away]
        free = [each for each in present if now - last.get(each.member, 0.0) >= APART]
        return sorted(free, key=lambda each: (last.get(each.member, 0.0), each.member))

    # ---- limits

    async def choose(
        self, recipients: Sequence[Recipient], *, most_mentioned: int, most_written: int | None = None
    ) -> Audience:
        """Return the recipients that a notice reaches now; it uses up their notice of this hour.

        Members get none in their quiet hours, and at most one an hour.
        """
        awake = [each for each in recipients if not each.choices.is_quiet(self._clock.now())]
        mentioned = [each for each in awake if not each.choices.by_dm][:most_mentioned]
        written = [each for each in awake if each.choices.by_dm][:most_written]
        claimed = await self.claim(each.member for each in (*mentioned, *written))
        return Audience(
            [each for each in mentioned if each.member in claimed],
            [each for each in written if each.member in claimed],
        )

    @serialized
    async def claim(self, members: Iterable[int]) -> set[int]:
        """Return the members who have had no notice for an hour, and count one for them now."""
        now, writes = self._clock.now(), []
        for member in dict.fromkeys(members):
            noticed = await self._noticed(member)
            if now - float(noticed.get("notice", 0.0)) >= APART:
                writes.append(SaveAbout(member, NOTICED, {**noticed, "notice": now}))
        if writes:
            await self._store.commit(*writes)
        return {write.member for write in writes}

    @serialized
    async def claim_turn(self, member: int, turn: str) -> bool:
        """Return True if a member may be notified of this turn: once for each turn, however many notices they got."""
        noticed = await self._noticed(member)
        before = noticed.get("turns", [])
        if turn in before:
            return False
        await self._store.commit(SaveAbout(member, NOTICED, {**noticed, "turns": [*before, turn][-TURNS:]}))
        return True

    @serialized
    async def keep_mention(self, member: int, turn: str, message_id: int) -> None:
        """Save the message that mentions a member for a turn, so that it can be deleted after a restart too."""
        noticed = await self._noticed(member)
        earlier = [pair for pair in noticed.get("mentions", []) if pair[0] != turn]
        mentions = [*earlier, [turn, message_id]][-TURNS:]
        await self._store.commit(SaveAbout(member, NOTICED, {**noticed, "mentions": mentions}))

    async def mention_of(self, member: int, turn: str) -> int | None:
        """Return the message that mentions a member for a turn."""
        mentions = (await self._noticed(member)).get("mentions", [])
        return next((int(message_id) for key, message_id in mentions if key == turn), None)

    async def _noticed(self, member: int) -> dict[str, Any]:
        return dict((await self._store.about(member)).get(NOTICED) or {})
