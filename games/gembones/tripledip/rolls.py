"""What falls in Tripledip: all unlocked trios of a seat in one roll, for every game that is open (TD)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.engine import Open, Table
from games.engine.money import die_keys
from games.gembones.shared.stakes import cracks
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.rerolls import onto
from games.gembones.tripledip.round import ALL, Round

if TYPE_CHECKING:
    from games.gembones.tripledip import Options


def who_rolls(games: Sequence[Round], seats: Sequence[int]) -> dict[int, list[Round]]:
    """Who rolls next, and for which games: all unlocked trios in one roll, on one clock (TD-35, TD-R9)."""
    every = {seat: [game for game in games if seat in game.rolling()] for seat in seats}
    return {seat: unlocked for seat, unlocked in every.items() if unlocked}


async def roll(
    table: Table,
    options: Options,
    rolling: Mapping[int, Sequence[Round]],
    dice: Mapping[tuple[int, str], Open],
    spot: Spotlight,
) -> list[tuple[Round, dict[int, list[int] | None]]]:
    """Everybody rolls; gives the games that were rolled for, and what by whom, None for a crack (TD-23, TD-37)."""
    rounds: dict[str, tuple[Round, dict[int, list[int] | None]]] = {}
    told = await spot.foretold(rolling) if options.sizes == ("g20",) else {}
    for seat, unlocked in rolling.items():
        shown: list[str] = []
        for game in unlocked:
            # the more dice are rolled together, the sooner one of them cracks (TD-36, TD-R6)
            cracked = cracks(table, ALL, options.tray * len(unlocked))
            faces = None if cracked else table.chance.roll(ALL, game.sides)
            if faces and seat in told:
                faces[0] = told[seat]
            rounds.setdefault(game.size, (game, {}))[1][seat] = faces
            dice[seat, game.size].items = die_keys(game.size, faces or ())
            shown += dice[seat, game.size].items
            if cracked:
                table.tell("cracks", seat=seat, size=game.size)
        if shown:
            table.tell("rolls", seat=seat, dice=tuple(shown))
    done = [rounds[size] for size in options.sizes if size in rounds]
    await _in_the_spotlight(spot, options, done, dice)
    return done


async def _in_the_spotlight(
    spot: Spotlight,
    options: Options,
    done: Sequence[tuple[Round, dict[int, list[int] | None]]],
    dice: Mapping[tuple[int, str], Open],
) -> None:
    """What characters make of their rolls; who is caught loses like one who cracks, in every game still open."""
    fallen: dict[int, list[tuple[str, int]]] = {}
    for game, rolls in done:
        for seat, faces in rolls.items():
            fallen.setdefault(seat, []).extend((game.size, face) for face in faces or ())

    def show(seat: int, now: Sequence[tuple[str, int]]) -> None:
        for game, rolls in done:
            if rolls.get(seat):
                rolls[seat] = [face for size, face in now if size == game.size]
                onto({seat: dice[seat, game.size]})(seat, [pair for pair in now if pair[0] == game.size])

    staked = dict.fromkeys(fallen, dict.fromkeys(options.sizes, ALL))
    await spot.rolled(fallen, show, staked)
    for _, rolls in done:
        rolls.update(dict.fromkeys(spot.caught.keys() & rolls.keys()))
