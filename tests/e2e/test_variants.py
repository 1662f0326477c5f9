"""Every game of the parlour with all its variants on, played through the real client."""

from __future__ import annotations

import pytest

from games.engine import BadOptions, Game
from games.registry import GAMES
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, play_out, sat_down, worth


def together(game: Game) -> list[list[str]]:
    """All variants of a game in as few sets as its refusals allow: each variant is in one of them."""
    fields = game.options.model_fields
    left = [name for name, field in fields.items() if field.default is False]
    sets: list[list[str]] = []
    while left:
        chosen: list[str] = []
        for name in [*left, *(other for group in sets for other in group)]:
            try:
                game.parse_options(dict.fromkeys([*chosen, name], True))
            except BadOptions:
                continue
            chosen.append(name)
        assert set(left) & set(chosen), f"{game.key} takes none of {left}"
        sets.append(chosen)
        left = [name for name in left if name not in chosen]
    return sets


CASES = [
    pytest.param(key, variants, id=f"{key}-{'-'.join(variants)}")
    for key, game in GAMES.items()
    if game.rulebook == "Gambling? I'm In!"
    for variants in together(game)
]


def test_no_variant_is_left_out() -> None:
    for key, game in GAMES.items():
        switches = {name for name, field in game.options.model_fields.items() if field.default is False}
        assert {name for group in together(game) for name in group} == switches, key


async def chooses(evening: Evening, host: Player, game: Game, variants: list[str]) -> None:
    """The host switches on these variants, and leaves on what is on by default."""
    on = [name for name, field in game.options.model_fields.items() if field.default is True]
    await host.sets({"Variants": [*on, *variants]})
    await evening.quiet()
    assert all(getattr(game.parse_options(evening.table(host.channel).state.options), v) for v in variants)


@pytest.mark.parametrize(("key", "variants"), CASES)
async def test_all_variants_are_played_to_the_end(evening: Evening, key: str, variants: list[str]) -> None:
    game = GAMES[key]
    players = await sat_down(evening, key, ("Ann", "Bob", "Cid"), computers=1)
    ann = players[0]
    await chooses(evening, ann, game, variants)
    before = {player.name: await worth(evening, player) for player in players}
    await ann.press("Start")
    await evening.quiet()
    await play_out(evening, players)
    table = evening.table(ann.channel)
    assert table.last_match is not None
    result = table.last_match.result
    assert result is not None
    seats = {seat.number: seat.name for seat in table.state.in_order()}
    won: dict[str, int] = {seats[row.seat]: row.change.get("piece", 0) for row in result.rows}
    for player in players:
        await player.press("Leave")
    await evening.quiet()
    assert {p.name: await worth(evening, p) for p in players} == {n: w + won[n] for n, w in before.items()}
    assert await evening.store.audit() == []
