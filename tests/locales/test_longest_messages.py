"""Every game at its fullest table, with the longest names, stays within Discord's limits in every language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from bot import language
from bot.face.art.pieces.words import length
from bot.face.help.lesson_step import lesson_step
from bot.face.table.settings import choices
from bot.language import LANGUAGES, PSEUDO, catalogue, reader_language, speaking
from cogs.lessons.painter import lesson_message
from cogs.ui.components import BUTTON, note
from cogs.ui.hand.hand_panel import hand_panel, log_note
from cogs.ui.rules_text import games_note, in_short, rules_note
from cogs.ui.table.settings_menu import form_modal, forms, settings_menu
from cogs.ui.table.table_message import closed_message, details, table_message
from db.backend.names import Name
from games.engine import RAIL, BadOptions, Game, Header, Match
from games.registry import GAMES
from playground.validate.components import message_components, modal
from playground.validate.validator import Validator
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.activity_views import lobby_view
from tests.helpers.pseudo import Pseudo
from tests.helpers.random_matches import SHORT, cases, header_with, luck_of, play

EVERY = 41
"""Every so many answers a match is painted, and at its end."""
NAME = "Bartholomew Vandersteen Weller"
READ = (*LANGUAGES, PSEUDO)
WIDEST, EMOJI = 286, 22
"""The pixels that the words of a button have in a line on a phone, and those of an emoji beside them."""
LINES = {"burn_my_village": 2}
"""The lines that a game's buttons may take: a bribe says which treasures it passes, and what it brings."""


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "catalogue", lambda name: Pseudo() if name == PSEUDO else catalogue(name))


def longest_options(game: Game) -> dict[str, Any]:
    """The options with each number at its highest, such as the rounds of a long game."""
    raw = dict(SHORT.get(game.key, (0, {}))[1])
    for name, field in game.options.menu_fields().items():
        if field.annotation is int and name not in raw:
            try:
                game.parse_options({**raw, name: (choices(field) or [field.default])[-1]})
            except BadOptions:
                continue
            raw[name] = (choices(field) or [field.default])[-1]
    return raw


def full_table(game: Game, case: int) -> Header:
    """A header with as many seats as the game has."""
    raw = longest_options(game)
    most = min(game.limits(game.parse_options(raw))[1], SHORT.get(game.key, (99, {}))[0])
    headers = (header_with(game, luck_of("longest", game.key, case, n), raw) for n in count())
    return next(header for header in headers if len(header.ring) == most)


def faults(body: Any, lines: int = 1) -> list[str]:
    """What Discord would refuse of a message or a modal."""
    validator = Validator(lambda url: {"url": url}, lambda _emoji: True, modal="title" in body)
    if "title" in body:
        modal(validator, body)
    else:
        message_components(validator, body["components"], v2=True)
    # the brackets of the pseudo-language round each value are wider than any language
    return [*validator.errors.messages, *(too_wide(body, lines) if reader_language() != PSEUDO else ())]


def too_wide(node: Any, lines: int) -> Iterator[str]:
    """Yield each button whose words take more lines than that on a phone."""
    if isinstance(node, dict):
        if node.get("type") == BUTTON and _width(node) > lines * WIDEST:
            yield f"wider than a phone: {node['label']}"
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from too_wide(each, lines)


def _width(made: Any) -> float:
    """The pixels of a button's words; of a longer name a phone shows the beginning, as it should."""
    label = made.get("label", "").replace(NAME, NAME[:16])
    return length(label, 14) + EMOJI * ("emoji" in made)


def painted(match: Match) -> Iterator[Any]:
    """Yield every message about a match as its seats and everyone else read it now."""
    for viewer in (RAIL, *match.header.ring):
        view = view_of(match, viewer)
        for seat in view.table.seats.values():
            seat.name = Name(f"{NAME} {seat.number:02}")
        if viewer == RAIL:
            yield from (table_message(view), details(view), note(log_note(view)), settings_menu(view))
            yield from (form_modal(view, shown) for shown in forms(view))
            if match.over:
                yield closed_message(view, "This table has closed.")
        else:
            yield hand_panel(view)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_match_of_the_longest_names_is_within_the_limits(key: str) -> None:
    found = []
    for case in cases(1, 20):
        match = Match(GAMES[key], full_table(GAMES[key], case), digests=False)
        for step, now in enumerate(play(match, luck_of("longest play", key, case))):
            if not now.over and step % EVERY:
                continue
            for read in READ:
                with speaking(read):
                    found += [
                        (read, fault) for body in painted(now) for fault in faults(body, LINES.get(key, 1))
                    ]
    assert found == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_lobby_and_a_lesson_are_within_the_limits(key: str) -> None:
    game, found = GAMES[key], []
    for read in READ:
        with speaking(read):
            bodies = []
            for viewer in (RAIL, 0, 1):
                view = lobby_view(game, viewer)
                for seat in view.table.seats.values():
                    seat.name = Name(f"{NAME} {seat.number:02}")
                bodies += [table_message(view), settings_menu(view), hand_panel(view)]
            step = 0
            while (now := lesson_step(game, step, NAME)) is not None:
                bodies += [lesson_message(now), lesson_message(now, alt="x")]
                if now.over:
                    break
                step += 1
            found += [(read, fault) for body in bodies for fault in faults(body, LINES.get(key, 1))]
    assert found == []


@pytest.mark.parametrize("read", READ)
def test_rules_and_lists_are_within_the_limits(read: str) -> None:
    with speaking(read):
        bodies = [games_note("x" * 300)]
        for game in GAMES.values():
            bodies += [in_short(game), *(rules_note(game, page) for page in range(9))]
            bodies += [rules_note(game, page, "variants") for page in range(3)]
        assert [fault for body in bodies for fault in faults(body)] == []


def test_a_message_beyond_a_limit_is_found() -> None:
    assert faults({"components": [{"type": 10, "content": "x" * 4001}]})
