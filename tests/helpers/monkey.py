"""Members who do whatever comes into their heads, at any table, with any control that they can see or remember."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from games.engine import Chance, Seed
from games.registry import GAMES
from playground import Playground
from playground.errors import CommandRefused, FormRefused, NotPressable
from playground.members.command_parser import find
from playground.validate.commands import ATTACHMENT, BOOLEAN, CHANNEL, INTEGER, STRING, USER
from playground.world.components import CHECKBOX_GROUP, ROLE_SELECT, STRING_SELECT, TEXT_INPUT, USER_SELECT
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import is_panel

MEMBERS = ("Ann", "Bob", "Cid", "Dot", "Eve")
CHANNELS = ("tavern", "cellar")
KEPT = 400
"""How many of the last doings are told when something breaks."""

TEXTS = (
    "1g4",
    "2g6 + g4",
    "1g100",
    "3 pieces",
    "12",
    "0",
    "-1",
    "999999999999999999999",
    "",
    "g",
    "🎲" * 20,
    "2d6",
    "x",
)
NUMBERS = ("1", "2", "5", "50", "0", "-3", "1000000", "1e3", "two", "٣", " 4 ", "9" * 40)
EVERYDAY = (
    "hand", "table open", "table open", "table settings", "table leave", "table repost", "table close", "purse show",
    "purse exchange", "purse give", "purse claim", "purse history", "purse chart", "purse tip",
    "my limits", "my sheet",
    "table roll", "table verify", "gembones bells", "gembones prank", "gembones prank", "gembones toys",
    "leaderboard", "rules",
    "table thread", "table private", "table kick", "table host", "table sit-out", "table back", "today",
    "tournament open", "tournament open", "tournament standings", "tournament leave", "tournament close",
    "night plan", "night end", "my vacation", "my block", "house reset", "privacy delete",
    "night chart", "gembones odds", "gembones guest", "house grant", "house audit", "house refund", "house doctor",
)  # fmt: skip
LEGAL = {
    "prank": ("doover", "wish", "strike", "offering", "gifts", "tear-up", "magic"),
    "amount": ("1g4", "2g4", "1g6", "1g8 + 1g4"),
    "give": ("1g12", "2g6", "1g8"),
    "get": ("3g4", "1g12", "2g4"),
    "dice": ("2d20kh1 + 5", "2g6 + 1g8", "g2"),
}


class Monkey:
    """Everybody at once. What they do follows from the seed, as far as the order of answers does."""

    def __init__(self, playground: Playground, path: Path, seed: str) -> None:
        self.playground = playground
        self.luck = Chance(Seed(f"monkey {seed}"))
        self.path, self.clock = path, HandClock()
        self.people = [playground.member(name) for name in MEMBERS]
        self.evening: Any = None
        self.told: deque[str] = deque(maxlen=KEPT)
        self.done = 0
        self._bot = AsyncExitStack()
        self._modals: list[tuple[Any, Any]] = []
        self._controls: list[tuple[Any, int, str]] = []
        self._revoked: list[tuple[Any, str]] = []

    @property
    def channels(self) -> list[Any]:
        """The channels in which they play, with their threads."""
        guild = self.playground.guild
        return [*(guild.channel(name) for name in CHANNELS), *guild.threads.values()]

    @property
    def here(self) -> list[Any]:
        """The members who have not left the server."""
        return [each for each in self.people if each.id in self.playground.guild.members]

    # ---- the bot

    async def __aenter__(self) -> Monkey:
        await self._begin()
        return self

    async def __aexit__(self, *exc: Any) -> None:
        await self._bot.aclose()

    async def _begin(self) -> None:
        bot = await self._bot.enter_async_context(bot_on(self.playground, self.path, self.clock))
        self.evening = Evening(self.playground, self.path, self.clock, bot)

    async def restart(self) -> None:
        """Stop the bot wherever it is, and start it anew."""
        self._say("the bot is started anew")
        await self._bot.aclose()
        self._bot = AsyncExitStack()
        await self._begin()

    def restore(self) -> None:
        """Give back every permission that was taken, and let everything work."""
        self.playground.faults.clear()
        for person in self.people:
            if person.id not in self.playground.guild.members:
                person.join_guild()
        for channel, permission in self._revoked:
            if not channel.deleted:
                self.playground.grant(channel, permission)
        self._revoked.clear()

    # ---- doing things

    async def plays(self, times: int) -> None:
        """Do so many things, now and then several at once."""
        for _ in range(times):
            together = 1 + (self.luck.below(6) == 0) * self.luck.below(4)
            await asyncio.gather(*(self._one() for _ in range(together)))

    async def _one(self) -> None:
        self.done += 1
        doings: Sequence[tuple[int, Callable[[], Awaitable[None]]]] = (
            (50, self._answers),
            (20, self._presses),
            (4, self._presses_old),
            (6, self._fills_in),
            (9, self._types),
            (5, self._opens),
            (14, self._waits),
            (4, self._meddles),
        )
        pick = self.luck.below(sum(weight for weight, _ in doings))
        for weight, doing in doings:  # pragma: no branch - the weights add up
            if pick < weight:
                with suppress(NotPressable, FormRefused, CommandRefused):
                    # these are what Discord's own client would not send
                    await doing()
                return
            pick -= weight

    async def _answers(self) -> None:
        """Somebody who is asked answers, by the newest panel or on the table message; else any button of theirs."""
        who, channel = self.luck.choice(self.here), self.luck.choice(self.channels)
        table = self.evening.bot.registry.find_in_channel(channel.id)
        if table is not None and table.session is not None:
            asked = {ask.seat for ask in table.session.match.open.values() if not ask.answered}
            users = {seat.user_id for seat in table.state.seats.values() if seat.number in asked}
            here = [person for person in self.here if person.id in users]
            who = self.luck.choice(here) if here else who
        panels = [m for m in who.ephemerals(channel) if is_panel(m)][-1:]
        boards = [m for m in channel.messages if not m.ephemeral][-2:]
        if table is not None and not panels:
            await self._slash(who, channel, "hand", {})
            return
        message = self.luck.choice([*panels, *panels, *boards] or [None])
        await self._use(who, message, "pdsac")

    async def _presses(self) -> None:
        """Anything on any message that somebody sees."""
        who, channel = self.luck.choice(self.here), self.luck.choice(self.channels)
        seen = [m for m in who.messages(channel)[-30:] if m.buttons or m.selects]
        if seen:
            # newer ones more often
            at = max(self.luck.below(len(seen)), self.luck.below(len(seen)))
            await self._use(who, seen[at])

    async def _use(self, who: Any, message: Any, kinds: str = "") -> None:
        if message is None:
            return
        wanted = [b for b in message.buttons if b.custom_id and not b.disabled]
        menus = list(message.selects)
        if kinds:
            wanted = [b for b in wanted if b.custom_id[:2] in {f"{kind}:" for kind in kinds}] or wanted
        if menus and (not wanted or self.luck.below(3) == 0):
            await self._selects(who, message, self.luck.choice(menus))
            return
        if not wanted:
            return
        chosen = self.luck.choice(wanted)
        self._controls.append((message.channel, message.id, chosen.custom_id))
        self._say(f"{who.name} presses [{chosen.label}] {chosen.custom_id} of {self._what(message)}")
        self._got(who, await who.press(message, custom_id=chosen.custom_id))

    async def _selects(self, who: Any, message: Any, menu: Any) -> None:
        values: list[Any] = [option.value for option in menu.options]
        # members, roles and channels are chosen as themselves: Discord's client can send no other word for them
        forced = self.luck.below(12) == 0 and menu.type == STRING_SELECT
        if forced:
            values += ["=nothing", "[1,2,3]", "[]", "-1", "999", "x", "[", "=", ""]
        if menu.type != STRING_SELECT:
            guild = self.evening.playground.guild
            chosen_from: dict[int, Sequence[Any]] = {
                USER_SELECT: self.people,
                ROLE_SELECT: list(guild.roles.values()),
            }
            values = [each.id for each in chosen_from.get(menu.type, self.channels)]
        n = menu.min_values + self.luck.below(menu.max_values - menu.min_values + 1)
        self.luck.shuffle(values)
        chosen = values[:n]
        self._say(f"{who.name} selects {chosen} in {menu.custom_id} of {self._what(message)}")
        self._got(who, await who.select(message, menu.custom_id, chosen, force=forced))

    async def _presses_old(self) -> None:
        """A control that was pressed before, by anybody, or one that never was."""
        if not self._controls:
            return
        channel, message, custom_id = self.luck.choice(self._controls)
        if self.luck.below(4) == 0:
            kind, _, rest = custom_id.partition(":")
            forged = (
                f"{self.luck.choice('pscdawot')}:{rest}",
                f"{kind}:{rest}:{self.luck.choice(NUMBERS[:6])}",
                f"{custom_id[:-1]}",
                "p:1:1:1:[[[", "p:1:1:9999999999999999999999:1", "d:1:1:x:{}", "t:1:",
                "o:1:nothing", "house:games", "zzz",
            )  # fmt: skip
            custom_id = self.luck.choice(forged)[:100]
        found = channel.message(message)
        viewer = found.viewer if found is not None else None
        pressers = [each for each in self.here if viewer is None or each.user is viewer]
        if not pressers:
            return
        who = self.luck.choice(pressers)
        self._say(f"{who.name} sends {custom_id}")
        self._got(who, await who.press_raw(channel, message, custom_id))

    async def _fills_in(self) -> None:
        """A modal that was opened, at once or later."""
        if not self._modals:
            return
        who, modal = self.luck.choice(self._modals[-5:])
        if who not in self.here:
            return
        values = dict(self._filled(each["component"]) for each in modal.components)
        self._say(f"{who.name} fills in {modal.custom_id}: {values}")
        self._got(who, await who.submit(modal, values))

    def _filled(self, field: dict[str, Any]) -> tuple[str, Any]:
        """Return the name of a modal's field with anything that it takes."""
        if field["type"] == TEXT_INPUT:
            return field["custom_id"], self.luck.choice((*NUMBERS, *TEXTS, "reset"))
        values = [option["value"] for option in field["options"]]
        if field["type"] == CHECKBOX_GROUP:
            return field["custom_id"], [each for each in values if self.luck.below(2)]
        return field["custom_id"], self.luck.choice(values)

    async def _types(self) -> None:
        """A slash command, with any values."""
        who, channel = self.luck.choice(self.here), self.luck.choice(self.channels)
        offered = who.commands(channel)
        if not offered:
            return
        everyday = [words for words in EVERYDAY if words in offered]
        command = self.luck.choice(everyday if self.luck.below(8) and everyday else offered)
        await self._slash(who, channel, command, self._options(channel, command))

    async def _opens(self) -> None:
        """A table is opened, if none is there, or somebody sits down, or it starts."""
        who, channel = self.luck.choice(self.here), self.luck.choice(self.channels)
        table = self.evening.bot.registry.find_in_channel(channel.id)
        if table is None:
            game = self.luck.choice(tuple(GAMES))
            fun = self.luck.below(4) == 0
            stake = self.luck.choice((5, 20, 50, 50, 100))
            await self._slash(who, channel, "table open", {"game": game, "fun": fun, "stake": stake})
            return
        message = channel.message(table.state.message_id) if table.state.message_id else None
        if message is None or message.deleted:
            return
        seated = table.state.seat_of(who.id) is not None
        labels = ("Start", "Add computer", "Again") if seated else ("Sit down", "Bet", "Call")
        label = self.luck.choice(labels)
        self._say(f"{who.name} presses [{label}] of {self._what(message)}")
        self._got(who, await who.press(message, label))

    async def _slash(self, who: Any, channel: Any, command: str, options: Mapping[str, Any]) -> None:
        self._say(f"{who.name} types /{command} {dict(options)} in #{channel.name}")
        self._got(who, await who.run(channel, command, options))

    def _options(self, channel: Any, command: str) -> dict[str, Any]:
        found = find(self.playground.commands, channel, command)
        given: dict[str, Any] = {}
        for option in found.leaf.get("options") or ():
            if not option.get("required") and self.luck.below(2):
                continue
            given[option["name"]] = self._value(option)
        return given

    def _value(self, option: Mapping[str, Any]) -> Any:
        choices = option.get("choices")
        if choices:
            return self.luck.choice(choices)["value"]
        kind, name = option["type"], option["name"]
        if kind == STRING:
            if name == "game":
                return self.luck.choice((*GAMES, "chess"))
            if name == "base":
                return self.luck.choice(("copper", "silver", "gold", "bronze"))
            known = LEGAL.get(name, ())
            return self.luck.choice(known if known and self.luck.below(3) else TEXTS)
        if kind == INTEGER:
            low, high = option.get("min_value", -5), option.get("max_value", 200)
            return low + self.luck.below(min(high - low, 200) + 1)
        if kind == BOOLEAN:
            return bool(self.luck.below(2))
        if kind == USER:
            return self.luck.choice((*self.people, self.playground.world.bot))
        if kind == CHANNEL:
            return self.luck.choice(self.channels)
        if kind == ATTACHMENT:
            raise CommandRefused("nobody has a file at hand")
        raise CommandRefused(f"no value for an option of type {kind}")

    async def _waits(self) -> None:
        """Time passes; most often little, now and then a deadline, an hour, a day."""
        seconds = self.luck.choice((0.5, 1, 2, 3, 3, 4, 4, 5, 8, 8, 15, 15, 31, 31, 46, 95))
        if self.luck.below(60) == 0:
            seconds = self.luck.choice((400, 2000, 90_000))
        self._say(f"{seconds} s pass")
        self.clock.advance(seconds)
        await asyncio.sleep(0)

    async def _meddles(self) -> None:
        """Something goes wrong outside."""
        channel = self.luck.choice(self.channels)
        if self.luck.below(2):
            self._changes_the_server()
            return
        match self.luck.below(7):
            case 0:
                self._say("the gateway drops")
                self.playground.faults.drop_gateway()
                await self.playground.wait_for(lambda: self.playground.connected)
            case 1:
                permission = self.luck.choice(("send_messages", "view_channel", "attach_files"))
                self._say(f"{permission} is revoked in #{channel.name}")
                self.playground.revoke(channel, permission)
                self._revoked.append((channel, permission))
            case 2 | 3:
                self._say("permissions are given back")
                self.restore()
            case 4:
                boards = [m for m in channel.messages if not m.ephemeral][-2:]
                if boards:
                    message = self.luck.choice(boards)
                    self._say(f"{self._what(message)} is deleted")
                    self.playground.world.delete_message(message)
            case 5:
                self._say("Discord's next answer is lost")
                self.playground.faults.lose_answer(
                    self.luck.choice(("POST", "PATCH")), r"/channels/\d+/messages"
                )
            case _:
                who = self.luck.choice(self.here)
                mine = who.ephemerals(channel)
                if mine:
                    who.dismiss(self.luck.choice(mine[-4:]))

    def _changes_the_server(self) -> None:
        """Members, channels and the server itself come, go and change."""
        world, guild = self.playground.world, self.playground.guild
        who, threads = self.luck.choice(self.people), list(guild.threads.values())
        match self.luck.below(7):
            case 0:
                # all at once: meanwhile no press would reach the bot
                self._say("the server is unavailable for a while")
                world.begin_outage(guild)
                self.clock.advance(self.luck.choice((1, 5, 70)))
                world.end_outage(guild)
            case 1 if who.id in guild.members and who.id != guild.owner_id:
                self._say(f"{who.name} leaves the server")
                who.leave_guild()
            case 2 if who.id in guild.members:
                member = who.member_of(guild)
                member.nick = self.luck.choice(("", "Zed", f"{who.name} the Bold"))
                self._say(f"{who.name} is called {member.nick!r}")
                world.member_changed(member)
            case 3:
                self._say(f"{who.name} starts the app again")
                who.restart_app()
            case 4 if threads:
                thread = self.luck.choice(threads)
                locked = self.luck.below(2) == 0
                self._say(f"#{thread.name} is archived, {locked=}")
                world.archive_thread(thread, locked=locked)
            case 5 if threads:
                thread = self.luck.choice(threads)
                self._say(f"#{thread.name} is deleted")
                world.delete_channel(thread)
            case 6:
                channel = self.luck.choice(self.channels)
                self._say(f"#{channel.name} is deleted")
                world.delete_channel(channel)
                if channel.name in CHANNELS:
                    world.add_channel(guild, channel.name)
            case _:
                self.restore()

    def _got(self, who: Any, reply: Any) -> None:
        assert reply.acknowledged
        if reply.modal is not None:
            self._modals.append((who, reply.modal))
        elif reply.text:
            self._say(f"    {reply.text[:160]!r}")

    def _what(self, message: Any) -> str:
        whose = f"own of {message.viewer.name}" if message.viewer is not None else "public"
        return f"{whose} {message.id % 100000} in #{message.channel.name}"

    def _say(self, words: str) -> None:
        self.told.append(f"{self.done:5} {words}")
