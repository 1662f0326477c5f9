"""Tables of every game as pictures show them: played by computer players, seen by the seat that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from bot.face.table.tableless import tableless_view
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import picture_of
from games.engine import RAIL, Chance, Header, Match, Seed
from games.registry import GAMES
from tests.helpers.random_matches import hasty

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Old Marn", "Grub", "Widow Pell", "Hal", "Gus")
SHORT: dict[str, dict[str, Any]] = {"adventurers_choice": {"length": "rounds", "rounds": 1}}
ACROSS, GAP = 3, 8
GROUND = "#313338"


def played(key: str, seats: int = 4, seed: str = "shown") -> Iterator[Match]:
    """Play a match by the game's regulars; yield it before each answer and at its end."""
    game, options = GAMES[key], SHORT.get(key, {})
    fewest, most = game.limits(game.parse_options(options))
    ring = tuple(range(max(fewest, min(seats, most))))
    pieces = game.money_kind(game.parse_options(options)) == "pieces"
    stakes = dict.fromkeys(ring, 50) if pieces else {}
    facts = {seat: {"purse": 50} for seat in stakes}
    match = Match(game, Header(key, game.version, options, ring, Seed(seed, 1, ("salt",)), stakes, {}, facts))
    luck, policy = Chance(Seed(f"{seed}:{key}")), hasty(game.policies.get("regular"))
    while not match.over:
        yield match
        ask = next(ask for ask in match.open.values() if not ask.answered)
        answer = ask.prompt.default
        if policy is not None and ask.seat >= 0:
            scene = match.scene(ask.seat)
            answer = policy(scene, next(each for each in scene.asks if each.id == ask.id), luck)
        match.answer(ask.id, ask.seat, answer)
    yield match


def shown_tables(key: str, most: int, seats: int = 4) -> list[Picture]:
    """Return pictures of a match: of the seat that is asked, and every third time the poster."""
    found: list[Picture] = []
    kinds: dict[str, int] = {}
    for match in played(key, seats):
        ask = next((ask for ask in match.open.values() if not ask.answered and ask.seat >= 0), None)
        if ask is None:
            continue
        kinds[ask.prompt.kind] = kinds.get(ask.prompt.kind, 0) + 1
        if kinds[ask.prompt.kind] > 4:
            # more of the same
            continue
        viewer = RAIL if len(found) % 3 == 2 else ask.seat
        options = match.header.options
        picture = picture_of(tableless_view(match.game, match, NAMES, viewer, options=options, pictures=True))
        found += [picture] if picture is not None else []
        if len(found) == most:
            break
    return found


def write_sheets(folder: Path, seats: int = 4) -> None:
    """Write a sheet of pictures of each game into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for key in GAMES:
        images = [Image.open(BytesIO(each.drawn())) for each in shown_tables(key, 9, seats)]
        wide, tall = (max(sizes) + GAP for sizes in zip(*(image.size for image in images), strict=True))
        sheet = Image.new("RGB", (wide * ACROSS, tall * -(-len(images) // ACROSS)), GROUND)
        for at, image in enumerate(images):
            sheet.paste(image.convert("RGB"), (wide * (at % ACROSS), tall * (at // ACROSS)))
        sheet.save(folder / f"{key}.png")
