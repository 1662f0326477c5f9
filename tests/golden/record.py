"""Write golden journals: `python -m tests.golden.record KEY NAME SEATS SEED [OPTION=JSON ...]`.

Plays one match of game KEY with random legal answers and writes `tests/golden/KEY-NAME.json`: header, rows, result. A
journal that is there is never overwritten: where the rules change on purpose, raise the game's version, delete the
file and record it again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import astuple

from games.engine import Chance, Header, Match, Row, Seed
from games.registry import find_game

ROOM = Path(__file__).parent


def to_json(match: Match) -> dict[str, Any]:
    """Return a finished match as a golden journal."""
    return {
        "header": match.header.to_json(),
        "rows": [list(astuple(row)) for row in match.rows],
        "result": plain(match.result),
    }


def plain(value: Any) -> Any:
    """Return a result as JSON reads it back: tuples as lists, keys as strings."""
    return json.loads(json.dumps(value, default=astuple))


def load(path: Path) -> tuple[Header, list[Row], Any]:
    """Load header, rows and result of a golden journal."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return Header.from_json(data["header"]), [Row(*row) for row in data["rows"]], data["result"]


def record(key: str, seats: int, seed: str, options: Mapping[str, Any]) -> Match:
    """Play a match by random legal answers, all from `seed`."""
    game = find_game(key)
    stakes = (
        dict.fromkeys(range(seats), 50) if game.money_kind(game.parse_options(options)) == "pieces" else {}
    )
    header = Header(key, game.version, options, tuple(range(seats)), Seed(seed), stakes)
    match = Match(game, header)
    luck = Chance(Seed(seed, 1, ("answers",)))
    while not match.over:
        ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
        match.answer(ask.id, ask.seat, luck.choice(ask.prompt.legal(luck)))
    return match


def main(args: list[str]) -> None:
    """Record the golden journal that the arguments name."""
    if len(args) < 4:
        sys.exit(__doc__)
    key, name, seats, seed, *rest = args
    options = {option: json.loads(value) for option, value in (each.split("=", 1) for each in rest)}
    path = ROOM / f"{key}-{name}.json"
    data = to_json(record(key, int(seats), seed, options))
    rows = ",\n  ".join(json.dumps(row) for row in data["rows"])
    header, result = json.dumps(data["header"]), json.dumps(data["result"])
    with path.open("x", encoding="utf-8") as file:
        file.write(f'{{\n "header": {header},\n "rows": [\n  {rows}\n ],\n "result": {result}\n}}\n')


if __name__ == "__main__":
    main(sys.argv[1:])
