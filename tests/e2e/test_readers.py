"""Nobody outside reads a match that was played in private, whatever command they try its number with."""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bot.person import Person
from cogs.interactions import press
from cogs.ui import custom_ids
from db import journal, outcomes
from db.backend.names import Name
from playground.errors import CommandRefused, NotPressable
from playground.members.command_parser import find
from playground.validate.commands import BOOLEAN, CHANNEL, INTEGER, STRING, USER
from playground.world.state import PRIVATE_THREAD
from tests.bot.tables.test_side_bets import OPTIONS, secret_of_a_duel
from tests.e2e.conftest import Evening
from tests.helpers.activity_pages import activity_of, words_of
from tests.helpers.clicking import Player, behind_more, play_out, sat_down

FORBIDDEN = "There's no match 1 here"
BY_NUMBER = ("my matches", "table verify")
"""The commands that take the number of a match."""


@pytest.mark.rule("TD-R10")
async def test_a_contract_on_a_private_panel_is_read_by_its_member_alone(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    await ann.press((await ann.slash(tavern, "gembones bells")).message, "Sign")
    await ann.press(ann.ephemerals(tavern)[-1], "Sign")
    await ann.press(ann.ephemerals(tavern)[-1], "Roll on")
    await evening.quiet()
    match = await evening.store.match(1)
    assert match.state == "playing"
    for name in BY_NUMBER:
        refused = await bob.slash(tavern, name, match=1)
        assert refused.ephemeral
        assert FORBIDDEN in refused.text
    own = await ann.slash(tavern, "my matches", match=1)
    assert FORBIDDEN not in own.text, "its own member reads why it can't be shown yet"


@pytest.mark.rule("TD-R10")
async def test_a_forged_press_on_a_private_panel_tells_and_does_nothing(evening: Evening) -> None:
    """The numbers of tables are 1, 2, 3 ..., so anyone can name one that is in no channel."""
    tavern = evening.playground.guild.channel("tavern")
    ann, dot = evening.playground.member("Ann"), evening.playground.member("Dot")
    await ann.press((await ann.slash(tavern, "gembones bells")).message, "Sign")
    for label in ("Sign", "Roll on"):
        await ann.press(ann.ephemerals(tavern)[-1], label)
    await evening.quiet()
    [table] = [each for each in evening.bot.registry if not each.state.kind.in_channel]
    panel, before = ann.ephemerals(tavern)[-1], state_of(table)
    shown = panel.text
    controls = {str(each.custom_id): None for each in panel.buttons} | {
        menu.custom_id: [option.value for option in menu.options][:1] for menu in panel.selects
    }
    controls |= {custom_ids.verb(table.state.id, verb): None for verb in press._verbs}
    controls |= {
        f"{prefix}:{table.state.id}:{verb}": None for prefix in ("call", "guest") for verb in ("invite", "")
    }
    await dot.slash(tavern, "help")
    own = dot.ephemerals(tavern)[-1]
    for control, values in controls.items():
        said = await dot.press_raw(tavern, own.id, control, values=values)
        assert "Ann" not in said.text, control
        assert "Nine Bells" not in said.text, control
    await evening.quiet()
    assert state_of(table) == before
    assert panel.text == shown
    assert not [each for each in evening.playground.requests if "/channels/-" in each.path]
    refused = await ann.press_raw(tavern, panel.id, custom_ids.verb(table.state.id, "bring"))
    assert refused.ephemeral
    await evening.quiet()
    assert not [each for each in evening.playground.requests if "/channels/-" in each.path]


async def test_a_match_in_a_channel_that_a_member_cannot_see_is_not_told(evening: Evening) -> None:
    guild = evening.playground.guild
    tavern, cellar = guild.channel("tavern"), guild.channel("cellar")
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    opened = await ann.slash(cellar, "table open", game="tripledip")
    await ann.press(opened.message, "Start with computer players")
    await evening.quiet()
    member = evening.playground.guild.members[bob.id]
    evening.playground.world.overwrite(cellar, member, "view_channel", allowed=False)
    await evening.quiet()
    for name in BY_NUMBER:
        assert FORBIDDEN in (await bob.slash(tavern, name, match=1)).text
        assert FORBIDDEN not in (await ann.slash(tavern, name, match=1)).text


@pytest.fixture
def tavern(evening: Evening) -> Any:
    return evening.playground.guild.channel("tavern")


async def thread_of(evening: Evening, channel: Any, owner: str, names: Iterable[str]) -> Any:
    """A private thread that a member has made, with the bot and some others in it."""
    world, user = evening.playground.world, evening.playground.member(owner).user
    thread = world.add_thread(channel, "ours", PRIVATE_THREAD, user)
    for other in (world.bot, *(evening.playground.member(name).user for name in names)):
        world.let_in(thread, other, user)
    await evening.quiet()
    return thread


PLACES = ("channel", "private thread", "thread of a member")
PLAYERS = ("Ann", "Bob", "Cid")


class Reading:
    """A match that Ann, Bob and Cid play with a computer player, and everyone who might ask for it.

    Dot reads the channel, Eve is blocked by Bob, Finn cannot see the channel. Hal is on another server.
    """

    def __init__(self, evening: Evening, place: str) -> None:
        self.evening, self.place = evening, place
        self.tavern = evening.playground.guild.channel("tavern")
        self.lounge = evening.playground.guild.channel("terrace")
        self.table_in: Any = self.tavern
        self.marks: set[str] = set()
        self.controls: set[str] = set()
        self.deleted: set[str] = set()

    def person(self, name: str) -> Any:
        return self.evening.playground.member(name)

    async def begin(self) -> list[Player]:
        """Sit everyone down, move the table to its place, and start."""
        world, guild = self.evening.playground.world, self.evening.playground.guild
        world.overwrite(self.tavern, guild.members[self.person("Finn").id], "view_channel", allowed=False)
        await self.person("Bob").slash(self.tavern, "my block", member=self.person("Eve"))
        if self.place == "thread of a member":
            self.table_in = await thread_of(self.evening, self.tavern, "Ann", PLAYERS[1:])
        players = await sat_down(self.evening, "threes", PLAYERS, computers=1, channel=self.table_in)
        if self.place == "private thread":
            await self.person("Ann").slash(self.tavern, "table private")
            await self.evening.quiet()
            [self.table_in] = guild.threads.values()
            players = [Player(self.evening, name, self.table_in) for name in PLAYERS]
        seats = self.evening.table(self.table_in).state.seats.values()
        self.marks = {seat.name for seat in seats if seat.computer}
        await players[0].press("Start")
        await self.evening.quiet()
        return players

    def may_read(self, name: str) -> bool:
        """Whether this person may be told of the match."""
        if name in PLAYERS and name not in self.deleted:
            return True
        if self.place != "channel" or name in ("Finn", "Hal"):
            return False
        # the block was Bob's, and went with his data
        return name != "Eve" or "Bob" in self.deleted

    async def ask_all(self, stage: str) -> None:
        """Everyone asks by every command that takes the number of a match."""
        for name in ("Ann", "Bob", "Cid", "Dot", "Eve", "Finn"):
            for command in BY_NUMBER:
                reply = await self.person(name).slash(self.lounge, command, match=1)
                assert reply.ephemeral
                said = reply.text
                assert (FORBIDDEN not in reply.text) == self.may_read(name), (stage, name, command, said)

    async def ask_pages(self, stage: str) -> None:
        """Everyone asks by a page of the Activity, opened where the table is and in another channel."""
        async with contextlib.AsyncExitStack() as opened:
            served = await opened.enter_async_context(activity_of(self.evening.playground, self.evening.bot))
            for name in ("Ann", "Bob", "Cid", "Dot", "Eve", "Finn"):
                for channel in (self.table_in, self.lounge):
                    if not self.person(name).sees(channel):
                        continue
                    page = await opened.enter_async_context(served.page(name, channel))
                    taken = (await page.do("look_back", match="1"))["t"] == "taken"
                    # a page knows of no other channel what its member reads there
                    here = channel is self.table_in or (name in PLAYERS and name not in self.deleted)
                    assert taken == (here and self.may_read(name)), (stage, name, channel.name)

    def texts(self, name: str) -> list[str]:
        """Everything that somebody sees in the channels of the server, files too."""
        channels = (self.tavern, self.lounge)
        seen = [message for channel in channels for message in self.person(name).messages(channel)]
        files = [file.content.decode(errors="replace") for message in seen for file in message.attachments]
        return [*(message.text for message in seen), *files]


async def next_match(evening: Evening, players: Iterable[Player]) -> None:
    """Begin the next match with those who say *Again*."""
    for player in players:
        await player.press("Again")
    await evening.quiet()
    evening.clock.advance(10.0)
    await evening.quiet()


@pytest.mark.parametrize("place", PLACES)
async def test_who_may_read_a_match_is_one_rule_for_people_places_and_times(
    evening: Evening, place: str
) -> None:
    reading = Reading(evening, place)
    players = await reading.begin()
    await reading.ask_all("while it is played")
    await play_out(evening, players)
    await reading.ask_all("when it is over")
    await reading.ask_pages("when it is over")
    host = reading.person("Ann")
    await host.slash(reading.table_in, "table kick", member=reading.person("Cid"))
    await evening.quiet()
    await reading.ask_all("when Cid is kicked, who played")
    await host.slash(reading.table_in, "table close")
    await evening.quiet()
    await reading.ask_all("when the table has closed")
    bob = reading.person("Bob")
    asked = await bob.slash(reading.tavern, "privacy delete")
    await bob.press(asked.message, "Delete my data")
    reading.deleted.add("Bob")
    await reading.ask_all("when Bob has deleted his data")
    await reading.ask_pages("when Bob has deleted his data")
    # the number says nothing on another server, and nothing in a conversation
    elsewhere = evening.playground.add_guild("Elsewhere", host)
    talk = evening.playground.add_conversation("Talk", "Gus", "Hal")
    await evening.quiet()
    gus = reading.person("Gus")
    gus.install_app()
    gus.join_guild(elsewhere)
    await evening.quiet()
    for where in (next(iter(elsewhere.channels.values())), talk):
        for command in BY_NUMBER:
            with contextlib.suppress(CommandRefused):
                assert FORBIDDEN in (await gus.slash(where, command, match=1)).text
    assert (FORBIDDEN in (await gus.slash(reading.lounge, "my matches", match=1)).text) == (
        place != "channel"
    )


@pytest.mark.parametrize("place", PLACES)
async def test_who_comes_later_reads_from_their_first_match_on_wherever_they_go(
    evening: Evening, place: str
) -> None:
    """Gus sits down after the first match, plays the second, gets up, leaves the server, and comes back."""
    reading = Reading(evening, place)
    players = await reading.begin()
    await play_out(evening, players)
    gus, ann, world = reading.person("Gus"), reading.person("Ann"), evening.playground.world
    if place != "channel":
        world.let_in(reading.table_in, gus.user, ann.user)
        table = evening.table(reading.table_in)
        await table.hosting.invite(Person(ann.id, Name("Ann")), gus.id, "Gus")
    await evening.quiet()
    late = Player(evening, "Gus", reading.table_in)
    await late.press("Sit down")
    await evening.quiet()

    async def reads(person: Any, number: int) -> bool:
        said = [(await person.slash(reading.lounge, name, match=number)).text for name in BY_NUMBER]
        refused = [f"There's no match {number} here" in each for each in said]
        assert len({*refused}) == 1, said
        return not refused[0]

    assert await reads(gus, 1) == (place == "channel"), "a seat now is no part in a match before"
    await next_match(evening, players)
    await play_out(evening, [*players, late])
    assert await reads(gus, 2)
    assert await reads(reading.person("Dot"), 2) == (place == "channel")
    await gus.slash(reading.table_in, "table leave")
    await evening.quiet()
    assert await reads(gus, 2), "they had a part in it"
    guild = evening.playground.guild
    gus.leave_guild(guild)
    await evening.quiet()
    assert await reads(ann, 2)
    gus.join_guild(guild)
    await evening.quiet()
    assert await reads(gus, 2), "the same person as before"
    assert await reads(gus, 1) == (place == "channel")
    await ann.slash(reading.tavern, "my block", member=reading.person("Dot"))
    for number in (1, 2):
        assert not await reads(reading.person("Dot"), number), "blocked later, and of what was before too"


@pytest.mark.parametrize("place", ["channel", "thread of a member"])
async def test_whoever_bet_at_the_rail_and_left_reads_and_is_kept_from_whom_they_block(
    evening: Evening, tavern: Any, place: str
) -> None:
    lounge = evening.playground.guild.channel("terrace")
    if place != "channel":
        tavern = await thread_of(evening, tavern, "Ann", ("Bob", "Cid", "Dot"))
    ann, bob, cid = (Player(evening, name, tavern) for name in PLAYERS)
    dot, eve = evening.playground.member("Dot"), evening.playground.member("Eve")
    await cid.person.slash(tavern, "my block", member=eve)
    await ann.person.slash(tavern, "table open", game="tiamat")
    await evening.quiet()
    await bob.press("Sit down")
    await evening.quiet()
    table = evening.table(tavern)
    table.state.options.update(OPTIONS)
    table.state.seed = secret_of_a_duel(1)
    await ann.press("Start")
    for label in ("Put up a g100", "Keep all", "Fight it out"):
        await evening.quiet()
        for player in (ann, bob):
            await player.opens_hand()
            await player.person.press(player.panel, label)
    await evening.quiet()
    await cid.press("Bet on the duel")
    for label in ("Ann", "Bet 20"):
        await cid.person.press(cid.panel, label)
    evening.clock.advance(10)
    await play_out(evening, [ann, bob])
    assert cid.person.id not in {seat.user_id for seat in table.state.seats.values()}, "Cid has left"
    for name in BY_NUMBER:
        assert FORBIDDEN in (await eve.slash(lounge, name, match=1)).text, name
        # Dot stood by and watched; of what was private only those read who had a part in it
        watched = (await dot.slash(tavern, name, match=1)).text
        assert (FORBIDDEN in watched) == (place != "channel"), name
        assert FORBIDDEN not in (await cid.person.slash(lounge, name, match=1)).text, name


@pytest.mark.in_english
@pytest.mark.parametrize("place", PLACES[1:])
async def test_a_stranger_who_tries_everything_reads_nothing_of_a_private_match(
    evening: Evening, place: str
) -> None:
    """Every command with every option, every choice that is offered, every control that its players have."""
    reading = Reading(evening, place)
    players = await reading.begin()
    await play_out(evening, players)
    look = await reading.person("Ann").slash(reading.table_in, "my matches", match=1)
    checked = await reading.person("Ann").slash(reading.table_in, "table verify", match=1)
    luck = await reading.person("Ann").slash(reading.table_in, "table luck")
    assert "This table: d6" in luck.text
    assert any(mark in look.text + checked.text for mark in reading.marks), "its players read of it"
    await reading.person("Ann").slash(reading.table_in, "table close")
    await evening.quiet()
    theirs = [*reading.table_in.messages, *(m for name in PLAYERS for m in everything(reading, name))]
    controls = {button.custom_id for message in theirs for button in message.buttons if button.custom_id}
    menus = {menu.custom_id: menu for message in theirs for menu in message.selects}
    assert any(control.startswith("look:1:") for control in controls)
    dot = reading.person("Dot")
    said = [await tried(evening, dot, reading.lounge, command) for command in dot.commands(reading.lounge)]
    assert len(said) > 40
    await evening.quiet()
    own = dot.ephemerals(reading.lounge)[-1]
    for control in sorted(controls):
        said.append((await dot.press_raw(reading.lounge, own.id, control)).text)
    for control, menu in sorted(menus.items()):
        values = [option.value for option in menu.options][:1]
        said.append((await dot.press_raw(reading.lounge, own.id, control, values=values)).text)
    await evening.quiet()
    said += reading.texts("Dot")
    told = [text for text in said for mark in (*reading.marks, "This table:") if mark in text]
    assert told == []


@pytest.mark.parametrize("place", PLACES)
async def test_whoever_is_kicked_blocked_or_a_stranger_reads_and_changes_nothing_by_forging(
    evening: Evening, place: str
) -> None:
    """They send every control that the players of a match have before them, while it is played."""
    reading = Reading(evening, place)
    players = await reading.begin()
    await play_out(evening, players)
    ann = reading.person("Ann")
    await ann.slash(reading.table_in, "table kick", member=reading.person("Cid"))
    await evening.quiet()
    await next_match(evening, players[:2])
    table = evening.table(reading.table_in)
    assert table.session is not None, "the next match is played without Cid"
    asked = next(each for each in players[:2] if each.person.id in asked_users(table))
    hand = await asked.opens_hand()
    forged = controls_of(reading, PLAYERS[:2])
    assert any(control.startswith("s:") for control in forged), "the question that Ann or Bob is asked"
    more = next(control for control in forged if control.endswith(":more"))
    await asked.person.press(hand.message, custom_id=more)
    await evening.quiet()
    forged |= controls_of(reading, PLAYERS[:2])
    before = state_of(table)
    for name in ("Cid", "Dot", "Eve"):
        person = reading.person(name)
        await person.slash(reading.lounge, "help")
        own = person.ephemerals(reading.lounge)[-1]
        said = []
        for control, values in forged.items():
            if control.endswith(":sit") and name == "Dot" and place == "channel":
                continue  # anyone who sees the table may
            said.append((await person.press_raw(reading.lounge, own.id, control, values=values)).text)
        await evening.quiet()
        assert state_of(table) == before, name
        if place != "channel":
            said += [message.text for message in person.ephemerals(reading.lounge)]
            # a lesson is the same for everyone, and has company of its own
            said = [text for text in said if not text.startswith("-# Teach me")]
            told = [text for text in said for mark in reading.marks if mark in text]
            assert told == [], name
    assert await evening.store.audit() == []


def controls_of(reading: Reading, names: Iterable[str]) -> dict[str, list[str] | None]:
    """Every control that some members have before them, menus with their first choice."""
    theirs = [message for name in names for message in everything(reading, name)]
    buttons = [button.custom_id for message in theirs for button in message.buttons if button.custom_id]
    menus = [menu for message in theirs for menu in message.selects]
    return dict.fromkeys(buttons) | {
        menu.custom_id: [option.value for option in menu.options][:1] for menu in menus
    }


def asked_users(table: Any) -> set[int | None]:
    """The users whose answer a table waits for."""
    seats = {ask.seat for ask in table.session.match.open.values() if not ask.answered}
    return {table.state.seats[seat].user_id for seat in seats}


def state_of(table: Any) -> tuple[Any, ...]:
    """A table as it would be after a restart: its settings and seats, and the answers so far."""
    state = table.state
    seats = {number: repr(seat) for number, seat in state.seats.items()}
    return state.document(), seats, len(table.session.match.rows), table.session.id


async def test_a_stranger_at_a_page_reads_nothing_of_a_private_match(evening: Evening) -> None:
    reading = Reading(evening, "private thread")
    await play_out(evening, await reading.begin())
    async with (
        activity_of(evening.playground, evening.bot) as served,
        served.page("Ann", reading.lounge) as ann,
        served.page("Dot", reading.lounge) as dot,
    ):
        assert (await ann.do("look_back", match="1"))["t"] == "taken"
        await ann.until(lambda: ann.view["past"] is not None)
        refused = await dot.do("look_back", match="1")
        unknown = await dot.do("look_back", match="999")
        assert words_of(refused["words"]).replace("1", "999") == words_of(unknown["words"])
        for forged in ({"match": "01"}, {"match": 1}, {"match": None}, {"match": "1", "step": 1}, {}):
            assert (await dot.do("look_back", **forged))["t"] == "refused", forged
        assert (await dot.do("step", step=1))["t"] == "refused"
        assert dot.view["past"] is None
        assert not any(mark in str(dot.view) for mark in reading.marks)


@pytest.mark.parametrize("place", PLACES[1:])
async def test_a_match_from_a_private_thread_is_posted_nowhere_else(evening: Evening, place: str) -> None:
    """One of its players may look back at it anywhere, and shows the others to nobody."""
    reading = Reading(evening, place)
    players = await reading.begin()
    await play_out(evening, players)
    ann = reading.person("Ann")
    for share in ("Share this step", "Share the match"):
        look = await ann.slash(reading.lounge, "my matches", match=1)
        if share == "Share the match":
            look = await behind_more(ann, look.message, "Last")
        refused = await behind_more(ann, look.message, share)
        await evening.quiet()
        assert "Match 1 was played in private" in refused.text, share
    assert [message for message in reading.lounge.messages if not message.ephemeral] == []
    look = await ann.slash(reading.table_in, "my matches", match=1)
    shared = await behind_more(ann, look.message, "Share this step")
    assert not shared.ephemeral, "among those who played it, it may be shown"


def everything(reading: Reading, name: str) -> list[Any]:
    """Every message of a channel that somebody can press something on."""
    person = reading.person(name)
    return [message for channel in (reading.table_in, reading.tavern) for message in person.messages(channel)]


async def tried(evening: Evening, person: Any, channel: Any, command: str) -> str:
    """Type a command with the number 1 wherever a number fits, and read what is offered and answered."""
    options: dict[str, Any] = {}
    said = []
    for option in find(evening.playground.commands, channel, command).leaf.get("options") or ():
        name, choices = option["name"], option.get("choices")
        values = {INTEGER: 1, STRING: "1", USER: evening.playground.member("Ann"), CHANNEL: channel}
        if choices:
            options[name] = choices[0]["value"]
        elif option["type"] in values:
            options[name] = values[option["type"]]
        elif option["type"] == BOOLEAN:
            options[name] = False
        if option.get("autocomplete"):
            said += [str(choice) for choice in await person.complete(channel, command, name, {name: "1"})]
    with contextlib.suppress(CommandRefused, NotPressable):
        said.append((await person.run(channel, command, options)).text)
    return "\n".join(said)


READERS = {
    "bot/matches/access.py": "the gate itself",
    "bot/matches/opening.py": "asks the gate, or is asked by those who did",
    "bot/matches/records.py": "a number and a hash, repeated in the channel whose table message has shown them",
    "bot/matches/replay.py": "the host's own command",
    "bot/cli/": "the host's own commands",
    "bot/tables/": "the table plays its own match",
    "bot/matches/level_like.py": "a member's last wins here give a computer player its level",
    "cogs/verify.py": "the list of a public table's numbers in its channel; a match by load_opened",
    "bot/matches/played_match.py": "by get_match and load_opened",
    "cogs/look_back/": "a member's own matches, or a number for played_match",
    "activity/connection.py": "a member's own matches and presses, or a number for played_match",
    "cogs/luck/statistics.py": "counts without names, of one's own matches or of those that may_see lets pass",
    "cogs/my_tables/vacations.py": "whether the member has answered since their last vacation",
    "cogs/evening/": "tells of matches alone that were dealt in public, in their channel",
    "cogs/tournaments/results.py": "reads what its own tables paid",
    "cogs/deeds/": "counts for each player alone, and dates the deeds of a profile",
    "cogs/leaderboard/rows.py": "sums for the boards, which everyone at the place reads",
    "cogs/profile/rows.py": "sums for a profile, which its member may hide",
    "bot/simulation/": "plays in simulated worlds, and judges what people were shown there",
}
"""The modules that read matches from the store, each with its reason to need no further question."""
QUERIES = {
    module.__name__: {
        name
        for name, found in vars(module).items()
        if inspect.isfunction(found) and found.__module__ == module.__name__ and not name.startswith("_")
    }
    for module in (journal, outcomes)
}
"""The functions that read matches and their outcomes, by module: a new one is looked for without being named here."""
READING_SQL = re.compile(r"\b(FROM|JOIN)\s+(matches|rows|outcomes|held_presses)\b")


def reads(source: str) -> set[str]:
    """Return what a module reads matches by: functions of the database, by any name, the store, or its own SQL."""
    modules, functions, found = dict[str, str](), dict[str, str](), set[str]()
    nodes = list(ast.walk(ast.parse(source)))
    for module, alias in (
        (node.module, alias) for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    ):
        name = alias.asname or alias.name
        if module == "db" and f"db.{alias.name}" in QUERIES:
            modules[name] = f"db.{alias.name}"
        elif alias.name in QUERIES.get(str(module), ()):
            functions[name] = alias.name
    for node in nodes:
        if isinstance(node, ast.Attribute):
            of = ast.unparse(node.value)
            if node.attr in QUERIES.get(modules.get(of, ""), ()) or (
                node.attr in ("match", "export_match") and of.endswith(("store", "service(Store)"))
            ):
                found.add(node.attr)
        elif isinstance(node, ast.Name) and node.id in functions:
            found.add(functions[node.id])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {table for _, table in READING_SQL.findall(node.value)}
    return found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from db import journal\nread(journal.matches_of_member, 1, 5)", {"matches_of_member"}),
        ("from db import journal as past\nread(past.ended_matches_of, 1, 5)", {"ended_matches_of"}),
        ("from db.journal import seat_in as chair\nread(chair, 1, 2)", {"seat_in"}),
        ("from db import journal\nread(journal.is_pressed, 7)", {"is_pressed"}),
        (
            "from db.outcomes import of_match, outcomes as ends\nends(db, of_match(1))",
            {"outcomes", "of_match"},
        ),
        ("bot.service(Store).match(1)", {"match"}),
        ("db.execute('SELECT id'\n' FROM matches JOIN rows')", {"matches", "rows"}),
        ("from db.journal import MatchRecord\nre.match(MatchRecord)", set()),
    ],
)
def test_the_finder_of_readers_finds_them_by_any_name(source: str, found: set[str]) -> None:
    assert reads(source) == found


def test_whoever_reads_matches_from_the_store_is_known() -> None:
    """A new reader has to ask the gate, or say here why it tells nobody."""
    root = Path(__file__).parents[2]
    found = {
        path.relative_to(root).as_posix()
        for folder in ("bot", "cogs", "activity")
        for path in (root / folder).rglob("*.py")
        if reads(path.read_text("utf-8"))
    }
    unknown = {path for path in found if not any(path.startswith(known) for known in READERS)}
    assert unknown == set()
    assert all(any(path.startswith(known) for path in found) for known in READERS)
