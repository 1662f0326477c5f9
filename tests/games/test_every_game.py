"""What every game of the catalogue must keep, whatever its options, over random play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, ClassVar

import pytest

from games.engine import (
    OUTSIDE,
    RAIL,
    BadOptions,
    Chance,
    Choose,
    Header,
    Match,
    Pots,
    Row,
    RulesBug,
    Seats,
    Table,
    Track,
)
from games.engine.prompts import Prompt
from games.registry import GAMES, find_game
from tests.helpers.books import check_books
from tests.helpers.random_matches import cases, finish, finish_by_defaults, luck_of, play, random_header
from tests.helpers.small_games import game_of, header

every_game = pytest.mark.parametrize("key", sorted(GAMES))


def picture(match: Match) -> dict[str, Any]:
    """All that can be seen and asked of a match."""
    return {
        "rows": match.rows,
        "open": [(ask.id, ask.seat, ask.prompt, ask.answered) for ask in match.open.values()],
        "events": list(match.events),
        "scenes": [match.scene(viewer) for viewer in (*match.header.ring, RAIL)],
        "result": match.result,
        "risked": match.risked,
    }


def pieces(match: Match) -> int:
    """The pieces before the seats, in pots and bets, and those that wait for the next game."""
    blocks = match.scene(RAIL).blocks
    before = sum(row.money or 0 for block in blocks if isinstance(block, Seats) for row in block.rows)
    pots = [block for block in blocks if isinstance(block, Pots) and block.unit == "piece"]
    lying = sum(n for block in pots for n, _ in block.pots) + sum(n for block in pots for _, n in block.bets)
    lying += sum(
        n for block in blocks if isinstance(block, Track) for _, n in block.counts if block.unit == "piece"
    )
    waiting = 0
    for event in match.events:
        if event.kind == "remains":
            waiting += event.values["n"]
        elif event.kind == "game_over":
            # the pot lies on the table of the night
            waiting = 0
    return int(before + lying + waiting)


@every_game
def test_all_that_is_offered_is_legal_and_so_is_the_default(key: str) -> None:
    for case in cases(10):
        luck = luck_of("legal", key, case)
        for match in play(Match(GAMES[key], random_header(GAMES[key], luck)), luck):
            for ask in match.open.values():
                assert isinstance(ask.prompt, Prompt)
                offered = ask.prompt.legal(luck)
                assert offered
                for answer in (*offered, ask.prompt.default):
                    ask.prompt.check(answer)


@pytest.mark.parametrize("key", sorted(key for key, game in GAMES.items() if game.money == "pieces"))
def test_pieces_are_conserved_at_every_step(key: str) -> None:
    for case in cases(15):
        luck = luck_of("money", key, case)
        header = random_header(GAMES[key], luck)
        there = sum(header.stakes.values()) + header.carry.get("pot", {}).get("piece", 0)
        for match in play(Match(GAMES[key], header), luck, leaves=20 if case % 3 == 0 else 0):
            brought = sum(units["piece"] for units in match.risked.values())
            not_played = match.over and not match.rows and not any(e.kind == "ante" for e in match.events)
            assert not_played or pieces(match) == there + brought


@every_game
def test_the_result_adds_up(key: str) -> None:
    for case in cases(30):
        luck = luck_of("result", key, case)
        header = random_header(GAMES[key], luck)
        check_books(finish(Match(GAMES[key], header), luck, leaves=30 if case % 3 == 0 else 0))


class Replayed(Match):
    """A match that is replayed, at hand while its rows are still read."""

    __slots__ = ()
    latest: ClassVar[Match]

    def __init__(self, *args: Any, **named: Any) -> None:
        Replayed.latest = self
        super().__init__(*args, **named)


@every_game
def test_a_replay_is_the_match_after_every_answer(key: str) -> None:
    for case in cases(4):
        luck = luck_of("replay", key, case)
        header = random_header(GAMES[key], luck)

        def told(luck: Chance = luck, header: Header = header, case: int = case) -> Iterator[Row]:
            """Play on by an answer whenever the replay asks for its next row; then both stand at the same row."""
            for match in play(Match(GAMES[key], header), luck, leaves=12 if case % 2 else 0):
                yield from match.rows[-1:]
                # after every answer of a short match, more and more seldom in a long one
                if match.over or len(match.rows) % (1 + len(match.rows) // 50) == 0:
                    assert picture(Replayed.latest) == picture(match)

        assert Replayed.replay(GAMES[key], header, told()).over


@every_game
def test_leaving_at_any_moment_ends_well(key: str) -> None:
    for case in cases(15):
        luck = luck_of("leave", key, case)
        match = finish(Match(GAMES[key], random_header(GAMES[key], luck)), luck, leaves=3)
        assert match.over
    # and if all leave at once, nothing is waited for
    luck = luck_of("all leave", key)
    match = Match(GAMES[key], random_header(GAMES[key], luck))
    for seat in match.header.ring:
        if not match.over:
            match.answer(0, -1, ["leave", seat], "table")
    assert match.over


@every_game
def test_who_has_left_is_asked_nothing(key: str) -> None:
    for case in cases(10):
        luck = luck_of("gone", key, case)
        for match in play(Match(GAMES[key], random_header(GAMES[key], luck)), luck, leaves=6):
            open_to = {ask.seat for ask in match.open.values() if not ask.answered}
            assert not open_to & match.table.gone


@every_game
def test_defaults_alone_end_every_match(key: str) -> None:
    for case in cases(10):
        finish_by_defaults(Match(GAMES[key], random_header(GAMES[key], luck_of("defaults", key, case))))


def test_a_game_that_never_ends_by_defaults_is_told_so_by_name() -> None:
    async def pig(table: Table) -> None:
        while await table.ask(0, Choose("turn", ("roll", "hold"), "roll")) == "roll":
            table.tell("rolls")

    game = game_of(pig, key="pig")
    with pytest.raises(AssertionError, match=r"^pig does not end within 2000 defaults"):
        finish_by_defaults(Match(game, header()))
    match = Match(game, header())
    with pytest.raises(RulesBug, match=r"^pig does not end within 20000 defaults"):
        match.answer(0, OUTSIDE, ["leave", 0], "table")


@every_game
def test_every_event_and_question_has_words_for_its_values(key: str) -> None:
    """Templates name only values that are there."""

    class Values(dict[str, Any]):
        def __missing__(self, name: str) -> str:
            raise AssertionError(f"no value {name!r} among {list(self)}")

    def say(text: str, values: Any) -> None:
        for part in text.split("{")[1:]:
            Values(values)[part.partition("}")[0].partition(":")[0]]

    game = GAMES[key]
    for case in cases(10):
        luck = luck_of("words", key, case)
        for match in play(Match(game, random_header(game, luck)), luck, leaves=40):
            for ask in match.open.values():
                assert ask.prompt.kind in ask.words
                say(ask.words[ask.prompt.kind], ask.prompt.says)
                say(ask.words.get(f"{ask.prompt.kind}@{ask.prompt.default}", ""), ask.prompt.says)
                for option in getattr(ask.prompt, "options", ()):
                    name = f"{ask.prompt.kind}:{option}"
                    assert name in ask.words
                    say(ask.words[name], ask.prompt.says)
                    say(ask.words.get(f"{name}:hint", ""), ask.prompt.says)
                for option in getattr(ask.prompt, "confirm", ()):
                    assert f"{ask.prompt.kind}:{option}?" in ask.words
        for event in match.events:
            if event.text is not None:
                say(event.text, event.values)
        for block in match.scene(RAIL).blocks:
            for row in block.rows if isinstance(block, Seats) else ():
                if row.note is not None:
                    say(row.note.text, row.note.values)


@every_game
@pytest.mark.rule("BET-06")
def test_any_combination_of_switches_is_allowed_but_for_those_with_a_reason(key: str) -> None:
    game = GAMES[key]
    switches = [name for name, field in game.options.model_fields.items() if field.annotation is bool]
    refused = []
    for chosen in product((False, True), repeat=len(switches)):
        raw = dict(zip(switches, chosen, strict=True))
        try:
            game.parse_options(raw)
        except BadOptions:
            refused.append(raw)
    for raw in refused:
        with pytest.raises(BadOptions, match=r"^[A-Z].*\.$"):
            game.parse_options(raw)
    if key == "rogues_and_warriors":
        assert refused == []
    if key == "threes":
        assert refused
        assert all(raw["dragon_cards"] and not raw["hidden_fate"] for raw in refused)


@every_game
def test_options_are_described_and_unknown_ones_refused_by_name(key: str) -> None:
    game = GAMES[key]
    for name, field in game.options.model_fields.items():
        assert field.title, name
        assert field.description, name
        assert field.description.endswith("."), name
    with pytest.raises(BadOptions, match="no option 'quicker'"):
        game.parse_options({"quicker": True})


def test_a_game_is_found_by_its_key() -> None:
    for key, game in GAMES.items():
        assert game.key == key
        assert find_game(key) is game
    with pytest.raises(BadOptions, match="no game 'chess'"):
        find_game("chess")
