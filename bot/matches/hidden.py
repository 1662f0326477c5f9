"""The check whether a match ever hid anything. If so, its seed stays sealed until its table closes."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.game import Game
from games.engine.match import Header, Match, Row
from games.engine.scene import RAIL, Block, Hint, Log, Prospects, Scene, SceneOutcome


def had_hidden_cards(game: Game, header: Header, rows: Sequence[Row]) -> bool:
    """Return True if a seat of a finished match knew more than spectators, or the next match may depend on it.

    The engine's own data decide: no seat's scene ever held more than the rail's, no event was shown to some seats only,
    no question was secret, and the carry for the next match is public. Raises `ReplayDiverged` if the rules do not fit
    the journal.
    """
    match = Match(game, header)
    for row in (None, *rows):
        if row is not None:
            match = _play(match, row)
        if _hides(match):
            return True
    if any(event.to is not None for event in match.events):
        return True
    return match.result is None or not set(match.result.carry) <= set(game.public_carry)


def _play(match: Match, row: Row) -> Match:
    match.answer(row.ask, row.seat, row.answer, row.by)
    return match


def _hides(match: Match) -> bool:
    if any(ask.prompt.quiet for ask in match.open.values()):
        return True
    public = _blocks(match.scene(RAIL))
    return any(_blocks(match.scene(seat)) != public for seat in match.table.ring)


def _blocks(scene: Scene) -> list[Block]:
    """Return a scene's blocks without its log, which comes from the events, and without a seat's own words."""
    return [
        block._replace(personal=None) if isinstance(block, SceneOutcome) else block
        for block in scene.blocks
        # hints and prospects are worked out from the rest of the scene
        if not isinstance(block, Log | Hint | Prospects)
    ]
