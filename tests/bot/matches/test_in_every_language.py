"""A match is the same bytes whoever reads it: rows, digests, result, export, draws and verdict."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.language import LANGUAGES, reader_language, speaking
from bot.luck.draws import hash_of_draws
from bot.matches.verify import verify_export, with_draws
from games.engine import RAIL
from locales.catalogues import WHOLE
from tests.bot.matches.test_verify import export_of
from tests.golden.record import plain, record


def played(game: str, seats: int, language: str, options: dict[str, Any]) -> str:
    """All of a match that is kept or given away, with what everyone sees of it, played while a language is spoken."""
    with speaking(language):
        assert reader_language() == language
        match = record(game, seats, "in every language", options)
        export = export_of(match)
        draws = with_draws(export)["draws"]
        verdict = verify_export(export)
        assert verdict.ok
        told = [export, plain(match.result), draws, hash_of_draws(match.header.seed.server, draws)]
        return json.dumps(told) + repr(match.scene(RAIL))


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("rogues_and_warriors", 3, {}),
        ("den_of_thieves", 2, {}),
        ("burn_my_village", 2, {}),
        ("tiamat", 3, {}),
        ("conclave_of_wyrms", 3, {"cycles": 1}),
    ],
)
def test_a_match_is_the_same_bytes_in_every_language(game: str, seats: int, options: dict[str, Any]) -> None:
    assert set(WHOLE) < set(LANGUAGES)
    english, *others = [played(game, seats, language, options) for language in ("en", *WHOLE)]
    assert all(each == english for each in others)
