"""Checks of a world at its end: the books and the journal, and what people were told of them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from db.audit import audit
from db.sqlite.connection import SqliteConnection, connect_reader

if TYPE_CHECKING:
    from bot.simulation.world import World

RACE = "fireball"
"""The game in which a press is held until its moment.

The same member's next press takes its place, and its match may end before that moment.
"""


class TakenAnswer(NamedTuple):
    """An answer to a question that a member saw taken: the press, as the journal knows it, and what it answered."""

    at: float
    press: int
    match: int
    ask: int | str
    words: str


def check_books(world: World) -> None:
    """Check the ledger, the journal, and that both have what members were told."""
    db = connect_reader(world.server.path)
    try:
        for sentence in audit(db):
            world.fail(f"the books: {sentence}")
        _check_answers(world, db)
        _check_grants(world, db)
    finally:
        db.close()


def _check_answers(world: World, db: SqliteConnection) -> None:
    rows = Counter(press for (press,) in db.execute("SELECT press FROM rows WHERE press IS NOT NULL"))
    rows.update(press for (press,) in db.execute("SELECT press FROM held_presses WHERE press IS NOT NULL"))
    answered = set(db.execute("SELECT match, ask FROM rows UNION SELECT match, ask FROM held_presses"))
    races = dict(db.execute("SELECT id, state FROM matches WHERE game = ?", (RACE,)))
    for taken in world.taken:
        in_race = taken.match in races and (
            (taken.match, taken.ask) in answered or races[taken.match] == "ended"
        )
        if not in_race and rows[taken.press] == 0:
            world.fail(f"acknowledged at {taken.at:.3f} and lost: {taken.words}")
    for press, number in rows.items():
        if number > 1:
            world.fail(f"press {press} was taken {number} times")


def _check_grants(world: World, db: sqlite3.Connection) -> None:
    made = Counter(key for (key,) in db.execute("SELECT key FROM transfers WHERE kind = 'grant'"))
    for press in world.granted:
        if made[f"grant:{press}"] != 1:
            world.fail(f"a grant that was confirmed was made {made[f'grant:{press}']} times")
