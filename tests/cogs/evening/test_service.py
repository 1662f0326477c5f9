"""An evening is told from what is kept of it: winners, money or wins, and what members did most."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from bot.face.art import pieces
from bot.face.art.drawing import Words
from bot.tables.money.outcomes import winners
from cogs.evening.painter import IN_A_ROW, drawing_of, evening_words, headline
from cogs.evening.rows import SaveTold, untold_channels
from cogs.evening.service import Evening, Played, last_seats, tell_evening, tonight
from cogs.evening.tally import KINDS, Superlative, Tallies, choose
from cogs.ui.card_parts import short_title
from games.engine import Header, Match, Seed
from games.registry import GAMES
from tests.helpers.luck import seeds_from
from tests.helpers.random_matches import finish, luck_of, random_header
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, GUILD, a_room, defaults

PEOPLE = {0: "Ann", 1: "Bob"}


def betting_match(*answers: object) -> Match:
    """Rogues and Warriors between two seats, answered in turn; then by defaults to its end."""
    header = Header("rogues_and_warriors", 1, {}, (0, 1), Seed("evening"), {0: 50, 1: 50})
    match = Match(GAMES["rogues_and_warriors"], header)
    for answer in answers:
        [ask] = [ask for ask in match.open.values() if not ask.answered]
        match.answer(ask.id, ask.seat, answer)
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        match.answer(ask.id, ask.seat, ask.prompt.default)
    return match


def tallied(match: Match) -> Tallies:
    """The tallies of one match."""
    assert match.result is not None
    tallies = Tallies()
    tallies.add(match, PEOPLE, [row.seat for row in match.result.rows if row.place == 1])
    return tallies


def test_a_pot_that_nobody_paid_to_see_counts_for_its_winner() -> None:
    match = betting_match(10, "fold")
    assert match.result is not None
    winner = PEOPLE[match.result.rows[0].seat]
    counts = tallied(match).done()
    assert counts["stolen"] == {winner: 1}
    assert counts["wins"] == {winner: 1}
    assert sum(counts["folds"].values()) == 1
    assert not counts["caught"]


def test_a_bluff_that_was_called_counts_for_who_lost_it() -> None:
    match = betting_match(10, "call")
    assert match.result is not None
    [bettor] = [event.values["seat"] for event in match.events if event.kind == "bets"]
    lost = [row.seat for row in match.result.rows if row.change.get("piece", 0) < 0]
    assert tallied(match).done()["caught"] == ({PEOPLE[bettor]: 10} if bettor in lost else {})


def test_the_way_back_is_how_far_down_somebody_was_who_went_home_ahead() -> None:
    tallies = Tallies()
    for net in (-10, -20, 5, 40):
        tallies.paid("Ann", net)
        tallies.paid("Bob", -net)
    assert tallies.done()["way_back"] == {"Ann": 30}


def test_superlatives_are_about_different_members_and_only_where_one_is_ahead() -> None:
    tally = {
        "stolen": {"Ann": 3, "Bob": 1},
        "folds": {"Ann": 9, "Bob": 2},
        "raises": {"Bob": 5, "Ann": 4},
        "calls": {"Ann": 6, "Bob": 6},
        "games": {"Ann": 3, "Bob": 3},
    }
    found = choose(tally)
    assert [(each.title, each.name) for each in found] == [
        ("Nerves of iron", "Ann"),
        ("Never just calls", "Bob"),
        ("Soul of caution", "Ann"),
    ]
    assert choose({}) == ()


def test_each_kind_has_words_that_fit_its_number() -> None:
    for kind in KINDS:
        assert len(kind.words.format(n=99)) <= 28, kind.title
        assert "-" not in kind.words


def test_equal_bests_share_the_night_and_nobody_takes_one_without_a_win() -> None:
    games = (Played("Threes", ("Ann",)), Played("Threes", ("Bob",)))
    curves = {"Ann": (0, 1, 1), "Bob": (0, 0, 1), "Cid": (0, 0, 0)}
    told = (Superlative("coin", "Had to see it", "Cid", "called 6 times"),)
    evening = Evening(("Ann", "Bob", "Cid"), 1, games, "wins", curves, told, 0.0, 4000.0)
    assert headline(evening) == "Ann and Bob share the night"
    words = " ".join(evening_words(evening, "#tavern", 0))
    assert "Ann 1 · Bob 1 · Cid 0" in words
    assert "Had to see it: Cid, called 6 times" in words
    assert "Threes: Ann · Threes: Bob" in words
    assert 300 < drawing_of(evening, "#tavern", 0).tall <= 720
    nobody = Evening(("Ann",), 0, (Played("Rolled Gold", ()),), "copper", {"Ann": (0, -5)}, (), 0.0, 60.0)
    assert headline(nobody) == "Nobody takes this night"
    assert drawing_of(nobody, "#tavern", 0).parts


def test_money_parts_those_who_won_as_many_games() -> None:
    games = (Played("Threes", ("Ann",)), Played("Threes", ("Bob",)))
    curves = {"Bob": (0, 0, 1), "Ann": (0, 1, 1)}
    evening = Evening(("Ann", "Bob"), 0, games, "wins", curves, (), 0.0, 60.0, {"Bob": 20, "Ann": -20})
    assert headline(evening) == "Bob takes the night"
    assert "Bob 1 (+20) · Ann 1 (−20)" in " ".join(evening_words(evening, "#tavern", 0))


@pytest.mark.parametrize("game", GAMES)
def test_three_games_among_three_have_three_superlatives(game: str) -> None:
    """Two friends and a computer player, whatever they play, a few evenings long."""
    for evening in range(3):
        tallies, luck = Tallies(), luck_of("superlatives", game, evening)
        for _ in range(3):
            match = finish(Match(GAMES[game], random_header(GAMES[game], luck)), luck)
            assert match.result is not None
            seats = match.header.ring
            tallies.add(match, dict(zip(seats, ("Ann", "Bob"), strict=False)), winners(match.result))
        assert len(choose(tallies.done())) == 3


def test_a_game_has_a_short_name_below_its_winner() -> None:
    titles = ("Rogues and Warriors", "The Wheel", "Lucky No. 13", "Please Don't Burn My Village!", "Threes")
    assert [short_title(title) for title in titles] == ["Warriors", "Wheel", "No. 13", "Village", "Threes"]
    short = [short_title(game.title) for game in GAMES.values()]
    assert len({*short}) == len(short), "no two are confused"
    assert max(pieces.length(title, 20) for title in short) < 732 / IN_A_ROW, "none is cut"


def test_a_long_evening_shows_each_of_its_games_and_whole_names() -> None:
    name = "Bartholomew the Unreasonable III"
    games = tuple(Played(game.title, (name,)) for game in GAMES.values())
    heights = []
    for many in (2, 9, len(games)):
        course = tuple(range(many + 1))
        curves = {name: course, "Bob": (0,) * (many + 1)}
        evening = Evening((name, "Bob"), 0, games[:many], "wins", curves, (), 0.0, 60.0)
        assert headline(evening) == f"{name} takes the night"
        assert f"{name} takes the night: " in evening_words(evening, "#tavern", 0)[0]
        drawing = drawing_of(evening, "#tavern", 0)
        shown = {part.text for part in drawing.parts if isinstance(part, Words)}
        assert {short_title(game.title) for game in evening.games[-14:]} <= shown
        heights.append(drawing.tall)
    assert heights[0] < heights[1] == heights[2], "in two rows from eight on"


def test_who_sat_in_a_seat_before_gives_its_colour_to_who_sat_there_last() -> None:
    seatings = [{0: "Ann", 5: "Bob"}, {0: "Ann", 2: "Cid"}, {5: "Dot", 2: "Cid"}]
    seats = last_seats(seatings)
    assert seats == {"Dot": 5, "Cid": 2, "Ann": 0, "Bob": 1}
    curves = dict.fromkeys(seats, (0, 1))
    games = (Played("Threes", ("Cid",)),)
    evening = Evening(tuple(seats), 0, games, "wins", curves, (), 0.0, 60.0, seats=seats)
    drawn = " ".join(str(part) for part in drawing_of(evening, "#tavern", 0).parts)
    assert all(pieces.person_hue(seat) in drawn for seat in seats.values())


async def test_an_evening_is_told_from_two_matches_on_and_once(tmp_path: Path) -> None:
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "evening.db") as room:
            table = await room.open("rogues_and_warriors", ANN, BOB, computers=1)
            await table.lifecycle.start(ANN)
            await defaults(room, table)
            channel = table.state.channel_id
            assert await tell_evening(room.store, channel) is None
            for person in (ANN, BOB):
                if table.session is None:
                    await table.lifecycle.again(person)
            await defaults(room, table)
            evening = await tell_evening(room.store, channel)
            assert evening is not None
            assert set(evening.members) == {"Ann", "Bob"}
            assert evening.computers == 1
            assert [game.title for game in evening.games] == ["Rogues and Warriors"] * 2
            assert all(game.winners for game in evening.games)
            assert all(len(course) == 3 for course in evening.curves.values())
            seated = {str(seat.name): number for number, seat in table.state.seats.items()}
            assert evening.seats == seated, "everyone has the colour of their seat"
            [untold] = await room.store.read(untold_channels, 0.0)
            assert untold.channel_id == channel
            await room.store.commit(SaveTold(channel, 2))
            assert await room.store.read(untold_channels, 0.0) == []
            assert await tell_evening(room.store, channel) is None


async def test_wins_for_fun_count_in_an_evening_of_which_a_game_was_for_money(tmp_path: Path) -> None:
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "evening.db") as room:
            table = await room.open("rogues_and_warriors", ANN, BOB)
            for match in range(4):
                if match == 1:
                    await table.lifecycle.set_up(ANN, settings={"free": True})
                if match == 0:
                    await table.lifecycle.start(ANN)
                else:
                    for person in (ANN, BOB):
                        if table.session is None:
                            await table.lifecycle.again(person)
                await defaults(room, table)
            evening = await tell_evening(room.store, table.state.channel_id)
    assert evening is not None
    assert evening.unit == "wins"
    wins = {name: evening.won(name) for name in evening.members}
    assert {name: course[-1] for name, course in evening.curves.items()} == wins
    assert sum(evening.money.values()) == 0
    assert any(evening.money.values())
    assert {*evening.crowned} <= {name for name, n in wins.items() if n == max(wins.values())}


async def test_nobody_shares_in_the_wins_of_one_by_the_same_name(tmp_path: Path) -> None:
    """A nickname makes no crown out of what a computer player or a friend has won."""
    async with a_room(tmp_path / "names.db") as room:
        table = await room.open("rogues_and_warriors", ANN, BOB, CID, computers=1)
        await table.lifecycle.start(ANN)
        await defaults(room, table)
        for person in (ANN, BOB, CID):
            if table.session is None:
                await table.lifecycle.again(person)
        await defaults(room, table)
        before = await tell_evening(room.store, CHANNEL)
        [house] = [seat.name for seat in table.state.in_order() if seat.computer]
        await room.store.member(GUILD, BOB.user_id, house)
        await room.store.member(GUILD, CID.user_id, "Ann")
        after = await tell_evening(room.store, CHANNEL)
    assert before is not None
    assert after is not None
    new = {"Ann": "Ann", "Bob": f"{house} (2)", "Cid": "Ann (2)"}
    assert {new[name]: before.won(name) for name in new} == {name: after.won(name) for name in new.values()}
    assert {new[name]: course for name, course in before.curves.items()} == after.curves


async def test_a_table_brings_no_match_from_the_channel_that_it_has_left(tmp_path: Path) -> None:
    """Who reads the new channel may not read the old one."""
    async with a_room(tmp_path / "moved.db") as room:
        table = await room.open("threes", ANN, BOB)
        await table.lifecycle.start(ANN)
        await defaults(room, table)
        await table.hosting.move(ANN, CHANNEL + 1)
        for person in (ANN, BOB):
            await table.lifecycle.again(person)
        await defaults(room, table)
        assert [played.match for played in (await tonight(room.store, CHANNEL + 1)).matches] == [2]
