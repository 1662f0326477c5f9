"""Every game at its fullest table, with the longest names, stays within Discord's limits in every language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from bot import language
from bot.face.table.settings import choices
from bot.language import LANGUAGES, PSEUDO, catalogue, speaking
from cogs.ui.components import note
from cogs.ui.hand.hand_panel import hand_panel, log_note
from cogs.ui.rules_text import games_note, in_short, rules_note
from cogs.ui.table.settings_menu import form_modal, forms, settings_menu
from cogs.ui.table.table_message import closed_message, details, table_message
from games.engine import RAIL, BadOptions, Game, Header, Match
from games.registry import GAMES
from playground.validate.components import message_components, modal
from playground.validate.validator import Validator
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.pseudo import Pseudo
from tests.helpers.random_matches import SHORT, cases, header_with, luck_of, play

EVERY = 41
"""Every so many answers a match is painted, and at its end."""
READ = (*LANGUAGES, PSEUDO)


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


def faults(body: Any) -> list[str]:
    """What Discord would refuse of a message or a modal."""
    validator = Validator(lambda url: {"url": url}, lambda _emoji: True, modal="title" in body)
    if "title" in body:
        modal(validator, body)
    else:
        message_components(validator, body["components"], v2=True)
    return validator.errors.messages


def painted(match: Match) -> Iterator[Any]:
    """Yield every message about a match as its seats and everyone else read it now."""
    for viewer in (RAIL, *match.header.ring):
        view = view_of(match, viewer)
        for seat in view.table.seats.values():
            seat.name = f"Bartholomew Vandersteen Weller {seat.number:02}"
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
                    found += [(read, fault) for body in painted(now) for fault in faults(body)]
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
