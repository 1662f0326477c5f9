"""The question whether a match ever hid anything: then its seed stays sealed until its table closes."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import RAIL, Block, Game, Header, Hint, Log, Match, Row, Scene, SceneOutcome


def had_hidden_cards(game: Game, header: Header, rows: Sequence[Row]) -> bool:
    """Return True if some seat of a finished match knew what spectators did not, or the next match may depend on it.

    By the engine's own account: at no moment did a seat's scene hold something that the rail's did not, no event was
    told to some seats alone, nobody was asked in secret, and what is carried into the next match is public. Raises
    `ReplayDiverged` if the rules do not fit the journal.
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
    """Return what a scene shows but its log, which is made of events, and a seat's own words about what it sees."""
    return [
        block._replace(personal=None) if isinstance(block, SceneOutcome) else block
        for block in scene.blocks
        # a hint is worked out from the rest of the scene
        if not isinstance(block, Log | Hint)
    ]
