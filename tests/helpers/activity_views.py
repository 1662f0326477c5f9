"""Views of the Activity for tests of the page, as files: `python -m tests.helpers.activity_views FOLDER`.

Each file is one whole frame, `<game>-<moment>-<viewer>.json`: the first decisions of every game, its lobby and its
result, for two members and a spectator.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from activity.frames import PageState
from activity.side_views import lesson_at
from activity.view import sections_of
from bot.startup.load_games import load_games
from bot.tables.state import Seat, TableSettings, TableState
from bot.tables.view import TableView
from db.backend.names import Name
from games.engine import RAIL, Game, Header, Match, Seed
from games.primers import find_primer
from games.registry import GAMES
from tests.helpers.random_matches import luck_of, step

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jan")
DECISIONS = 12
"""The number of decisions that are shown of a match."""
NOW, SECONDS = 1_800_000_000.0, 45.0


def state_of(game: Game, header: Header | None) -> TableState:
    """Return a table of four with a computer player, or with the seats of a match."""
    ring = header.ring if header is not None else (0, 1, 2)
    seats = {n: Seat(n, Name(NAMES[n % len(NAMES)]), 100 + n, 1000 + n, 50, purse=160) for n in ring}
    last = seats[max(seats)]
    if len(seats) > 2:
        last.user_id = last.member = None
        last.name, last.policy = Name("Widow Pell"), game.strength("regular")
    return TableState(
        id=1,
        place_key=10,
        channel_id=100,
        message_id=1,
        host=1000,
        game=game.key,
        options=dict(header.options) if header is not None else {},
        settings=TableSettings(),
        pot=1,
        phase="playing" if header is not None else "lobby",
        carry={},
        seed="0" * 64,
        match_id=7 if header is not None else None,
        seats=seats,
    )


def table_view(match: Match, viewer: int, state: TableState | None = None) -> TableView:
    """Return a match as a table shows it, each question with its time."""
    state = state_of(match.game, match.header) if state is None else state
    asks = [ask.id for ask in match.open.values() if not ask.answered and ask.prompt.clock != "none"]
    return TableView(
        state,
        match.game,
        viewer,
        match.scene(viewer),
        dict.fromkeys(asks, NOW + SECONDS),
        None,
        False,
        played=match.options,
        opened=dict.fromkeys(asks, NOW),
    )


def lobby_view(game: Game, viewer: int) -> TableView:
    """Return a table before its first match."""
    return TableView(state_of(game, None), game, viewer, None, {}, None, False)


def frame_of(view: TableView) -> bytes:
    """Return the first frame that a page is sent."""
    frame = PageState().frame(sections_of(view), NOW)
    assert frame is not None
    return frame


def a_match(game: Game, seats: int = 4) -> Match:
    """Return a match that always is the same."""
    low, high = game.limits(game.parse_options({}))
    ring = tuple(range(max(low, min(high, seats))))
    money = game.money_kind(game.parse_options({})) == "pieces"
    stakes = dict.fromkeys(ring, 50) if money else {}
    return Match(game, Header(game.key, game.version, {}, ring, Seed("shown"), stakes))


def moments(game: Game) -> Iterator[tuple[str, TableView]]:
    """Yield lobby, first decisions and result of a game, each for two members and a spectator."""
    for viewer in (0, 1, RAIL):
        yield f"lobby-{viewer}", lobby_view(game, viewer)
    match, luck = a_match(game), luck_of("shown", game.key)
    for number in range(DECISIONS):
        if match.over:
            break
        for viewer in (0, 1, RAIL):
            yield f"{number:02}-{viewer}", table_view(match, viewer)
        step(match, luck)
    while not match.over:
        step(match, luck)
    for viewer in (0, 1, RAIL):
        yield f"result-{viewer}", table_view(match, viewer)


def lesson_frames(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the first frame of each step of a game's lesson, to its end."""
    primer = find_primer(game)
    lesson = primer.lesson if primer is not None else None
    for number in range(len(lesson.steps) + 1 if lesson is not None else 0):
        frame = PageState().frame(lesson_at(game, number, NAMES[0]).sections, NOW)
        assert frame is not None
        yield f"lesson-{number:02}", frame


def write(folder: Path) -> int:
    """Write all frames, and return their number."""
    load_games()
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for game in GAMES.values():
        for moment, view in moments(game):
            name = moment.replace(f"-{RAIL}", "-rail")
            (folder / f"{game.key}-{name}.json").write_bytes(frame_of(view))
            written += 1
    return written


if __name__ == "__main__":
    sys.stdout.write(f"{write(Path(sys.argv[1]))} frames\n")
