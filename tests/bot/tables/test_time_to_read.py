"""Time at a table: nobody is hurried by a formality, and nobody is left behind by computer players."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.face.text.templates import Renderer
from bot.tables.question_clocks import LEAST_CHOICE, BotPacing, ClockSettings
from bot.tables.table_actor import TableActor
from cogs.ui.hand.hand_panel import hand_panel, log_note
from cogs.ui.table.table_message import table_message
from games.engine import Choose, Event, Match
from games.registry import GAMES
from tests.cogs.ui.blocks.test_showdown import texts
from tests.helpers.crier import Crier
from tests.helpers.tables import ANN, BOB, Room, a_room, answers, ask_of

RW = "rogues_and_warriors"
ALONE_WORDS = "Only computers are left in this hand"
READING = BotPacing(0, 0, 0, 0, 2.5, 0)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "room.db") as room:
        yield room


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_patience_and_no_choice_is_hurried(key: str) -> None:
    game = GAMES[key]
    assert game.patience == 3
    for kind in (*game.seconds, "anything"):
        for clock in ("turn", "quick", "choice", "window", "late"):
            prompt = Choose(kind, ("one", "other"), "one", clock=clock)
            for pace in (3.0, 1.0, 0.4):
                seconds = ClockSettings(pace).seconds(game, prompt)
                assert seconds is not None
                assert seconds >= LEAST_CHOICE


async def at_a_roll(room: Room) -> TableActor:
    """Ann and Bob have put up their gembones, and have nothing to do but to roll them."""
    table = await room.open("tripledip", ANN, BOB)
    await table.lifecycle.start(ANN)
    for person in (ANN, BOB):
        await answers(table, person, "stake")
    return table


async def test_nobody_is_late_with_the_only_answer_there_is(room: Room) -> None:
    table = await at_a_roll(room)
    session = table.session
    assert session is not None
    ask = next(iter(session.match.open.values()))
    assert ask.prompt.kind == "roll"
    assert (await table.view()).deadlines == {}
    room.clock.advance(80)
    await room.quiet()
    assert ask.id in session.match.open
    room.clock.advance(11)
    await room.quiet()
    assert ask.id not in session.match.open
    assert session.times_late(ask.seat) == 0
    assert not table.state.seats[ask.seat].away


async def test_one_slow_answer_makes_nobody_absent_and_the_panel_says_what_was_done(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    late = next(iter(table.session.match.open.values())).seat
    person = (ANN, BOB)[late]
    room.clock.advance(100)
    await room.quiet()
    assert not table.state.seats[late].away
    shown = " ".join(texts(hand_panel(await table.view(late))))
    assert "Time ran out, so the table pressed **Check** for you." in shown
    while not table.state.seats[late].away:
        room.clock.advance(100)
        await room.quiet()
        assert table.session is not None
    panel = hand_panel(await table.view(late))
    assert "press anything and you're back" in " ".join(texts(panel))
    assert "I'm back" in str(panel)
    await table.present(person)
    assert not table.state.seats[late].away
    assert "You're still in." in " ".join(texts(hand_panel(await table.view(late))))


async def test_a_computer_acts_when_people_have_read_what_happened(tmp_path: Path) -> None:
    async with a_room(tmp_path / "reading.db", pacing=READING) as room:
        table = await room.open(RW, ANN, computers=2)
        await table.lifecycle.start(ANN)
        await room.quiet()
        assert table.session is not None
        while not table.session.match.asks_of(0):
            room.clock.advance(2.5)
            await room.quiet()
        answered = len(table.session.match.rows)
        await table.press(ANN, table.session.id, ask_of(table, ANN).id, ask_of(table, ANN).prompt.default)
        room.clock.advance(2.0)
        await room.quiet()
        assert len(table.session.match.rows) == answered + 1
        room.clock.advance(3.1)
        await room.quiet()
        assert len(table.session.match.rows) > answered + 1


@pytest.mark.parametrize(("pace", "seconds"), [("fast", 1.0), ("normal", 2.5), ("relaxed", 4.0)])
async def test_the_hosts_pace_and_a_longer_text_change_the_time_to_read(
    tmp_path: Path, pace: str, seconds: float
) -> None:
    async with a_room(tmp_path / "pace.db", pacing=READING) as room:
        table = await room.open(RW, ANN, BOB, computers=1, pace=pace)
        await table.lifecycle.start(ANN)
        while not (table.session and table.session.match.asks_of(0)):
            room.clock.advance(1)
            await room.quiet()
        session = table.session
        await answers(table, ANN, ask_of(table, ANN).prompt.default)
        assert session.read_until - room.clock.now() == pytest.approx(seconds)
        for lines, times in ((3, 1.0), (5, 5 / 3), (6, 2.0), (20, 2.0)):
            words = {"comes": "A card comes."}
            session.match.table.events.extend(Event("comes", {}, None, words) for _ in range(lines))
            table.live.update_deadlines()
            assert session.read_until - room.clock.now() == pytest.approx(seconds * times), lines


@pytest.mark.parametrize("hurried", [False, True])
async def test_a_reminder_hurries_nobody_to_the_only_answer_there_is(room: Room, hurried: bool) -> None:
    crier = Crier.of(room)
    if hurried:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
    else:
        table = await at_a_roll(room)
    assert table.session is not None
    asked = [ask for ask in table.session.match.open.values() if not ask.answered]
    room.clock.advance(80)
    await room.quiet()
    assert [due is not None for due in crier.deadlines] == [hurried] * len(asked), "one mention each"
    assert len(crier.warned) == (len(asked) if hurried else 0)


async def test_one_slow_roll_of_dragon_hordes_is_no_lateness(room: Room) -> None:
    """The one other answer leaves the game, so the table rolls for a member who does not press."""
    table = await room.open("dragon_hordes", ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    assert ask.prompt.kind == "roll"
    room.clock.advance(30)
    await room.quiet()
    assert ask.id not in table.session.match.open
    assert table.session.times_late(ask.seat) == 0


async def test_nobody_waits_where_only_computers_are_left_and_the_board_says_so(tmp_path: Path) -> None:
    async with a_room(tmp_path / "alone.db", pacing=READING) as room:
        table = await room.open(RW, ANN, computers=3)
        await table.lifecycle.start(ANN)
        await room.quiet()
        await to_a_fold(room, table)
        assert table.session is not None
        assert ALONE_WORDS in " ".join(texts(table_message(await table.view())))
        # the last event before the fold is still read; from then on nobody waits
        room.clock.advance(5.1)
        await room.quiet()
        assert table.session is None


async def to_a_fold(room: Room, table: TableActor) -> None:
    """Play on until Ann may fold against a bet, and fold."""
    while True:
        assert table.session is not None
        assert ALONE_WORDS not in " ".join(texts(table_message(await table.view())))
        asks = table.session.match.asks_of(0)
        if asks and isinstance(asks[0].prompt, Choose) and "fold" in asks[0].prompt.options:
            await answers(table, ANN, "fold")
            return
        if asks:
            await answers(table, ANN, asks[0].prompt.default)
        else:
            room.clock.advance(1)
        await room.quiet()


async def test_who_lets_a_harmless_offer_pass_is_not_late(room: Room) -> None:
    """Everyone has folded to the winner, who does not say whether to show the cards."""
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    asked = next(iter(table.session.match.open.values())) if table.session else None
    assert asked is not None
    while table.session is not None and asked.prompt.kind != "show":
        raising = isinstance(asked.prompt, Choose) and asked.prompt.amount is not None
        person = (ANN, BOB)[asked.seat]
        if isinstance(asked.prompt, Choose) and "fold" in asked.prompt.options:
            await answers(table, person, "fold")
        elif raising and isinstance(asked.prompt, Choose) and asked.prompt.amount is not None:
            await answers(table, person, asked.prompt.amount.low)
        else:
            await answers(table, person, asked.prompt.default)
        asked = next(iter(table.session.match.open.values()))
    winner = asked.seat
    assert table.session is not None
    assert table.session.deadlines[asked.id] - room.clock.now() == LEAST_CHOICE
    room.clock.advance(LEAST_CHOICE)
    await room.quiet()
    assert table.session is None
    assert table.last_match is not None
    assert table.last_match.rows[-1].by == "table", "the journal does not call it a timeout"
    assert not table.state.seats[winner].away


async def test_your_last_outcome_stays_in_your_panel_until_you_act(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    while table.session is not None:
        ask = next(iter(table.session.match.open.values()))
        await answers(table, (ANN, BOB)[ask.seat], ask.prompt.default)
    ended = texts(hand_panel(await table.view(0)))
    lines = [line for each in ended for line in each.split("\n")]
    [outcome] = [each.removesuffix(" Play again?") for each in lines if each.endswith(" Play again?")]
    for person in (ANN, BOB):
        await table.lifecycle.again(person)
    room.clock.advance(15)
    await room.quiet()
    assert table.session is not None
    assert f"Last game: {outcome}" in " ".join(texts(hand_panel(await table.view(0))))
    while not table.session.match.asks_of(0):
        await answers(table, BOB, ask_of(table, BOB).prompt.default)
    ask = ask_of(table, ANN)
    await answers(table, ANN, ask.prompt.default)
    shown = " ".join(texts(hand_panel(await table.view(0))))
    assert "Last game" not in shown
    assert "-# You check." in shown


async def test_how_a_game_of_a_night_ended_stays_when_the_next_is_chosen(room: Room) -> None:
    table = await room.open("adventurers_choice", ANN, BOB, options={"rounds": 2})
    await table.lifecycle.start(ANN)
    while not any(ask.prompt.clock == "pause" for ask in match_of(table).open.values()):
        await one_default(table)
    ending = match_of(table).shown_ending
    assert ending is not None
    for person in (ANN, BOB):
        await answers(table, person, "next")
    expected = Renderer({0: "Ann", 1: "Bob"}).say(ending.personal[0])
    assert f"Last game: {expected}" in " ".join(texts(hand_panel(await table.view(0))))


async def test_what_one_turn_did_is_one_sentence_in_board_and_log(room: Room) -> None:
    table = await room.open("dragon_hordes", ANN, BOB)
    await table.lifecycle.start(ANN)
    first = next(iter(match_of(table).open.values())).seat
    while all(ask.seat == first for ask in match_of(table).open.values()):
        await one_default(table)
    name = ("Ann", "Bob")[first]
    view = await table.view(first)
    for shown in (" ".join(texts(table_message(view))), log_note(view)):
        assert shown.count(f"{name} rolls") == 1
        assert f"{name} passes" not in shown
    assert " passes." in log_note(view) or " places " in log_note(view)


def match_of(table: TableActor) -> Match:
    """Return the match being played."""
    assert table.session is not None
    return table.session.match


async def one_default(table: TableActor) -> None:
    """Answer the first open question by its default."""
    ask = next(ask for ask in match_of(table).open.values() if not ask.answered)
    await answers(table, (ANN, BOB)[ask.seat], ask.prompt.default)
