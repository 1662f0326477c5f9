"""The carry of a table: the pot and facts that a game leaves for its next match, and those of other games.

`carry` is what the last match left, with the key of its `game`; its `aside` holds the carries of other kinds of games.
All games for a pot are one kind: their pot goes from each to the next. Every other game is its own kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bot.tables.state import TableState
from games.engine import money as gems
from games.engine.game import Game
from games.registry import find_game

Carry = Mapping[str, Any]

POTTED = ("pot", "tied", "last_starter")
"""The entries that one game for a pot leaves to another."""


def kind(game: Game) -> str:
    """Return the kind of a game; games of one kind continue each other's pot."""
    return "pieces" if game.money == "pieces" else game.key


def carry_in(carry: Carry, game: Game) -> dict[str, Any]:
    """Return the carry for a match of `game`."""
    own = [entries for other, entries in _by_game(carry) if kind(other) == kind(game)]
    if not own:
        return {}
    left, by = own[0], own[0]["game"]
    return {key: value for key, value in left.items() if key != "game" and (by == game.key or key in POTTED)}


def carry_out(before: Carry, game: Game, left: Carry) -> dict[str, Any]:
    """Return the carry after a match of `game` that left `left`; pots of other kinds stay."""
    aside = {}
    for other, entries in _by_game(before):
        if kind(other) != kind(game):
            if other.money == "pieces":
                # the next pot game may be a different one, which does not know the other entries
                entries = {key: entries[key] for key in ("game", *POTTED) if key in entries}
            if "pot" in entries or (other.money == "pieces" and len(entries) > 1):
                aside[kind(other)] = entries
    return {**left, "game": game.key, **({"aside": aside} if aside else {})}


def shares_due(carry: Carry, seated: Iterable[int], former: Iterable[int]) -> dict[int, Counter[str]]:
    """Return the units that each seat receives from all pots if the table closes now.

    `former` are seats whose members have left; they get the share that is still due to them.
    """
    shares: dict[int, Counter[str]] = {}
    for game, entries in _by_game(carry):
        seats = sorted({*seated, *(number for number in former if _is_due(game, entries, number))})
        for number, units in game.due(entries, seats).items():
            shares.setdefault(number, Counter()).update(units)
    return shares


def part_of_pot(table: TableState, member: int) -> dict[str, int]:
    """Return a member's share of a table's carried pots if it closed now, in ledger units."""
    former = table.progress.former
    due = shares_due(table.carry, table.seats, former)
    own = [number for number, seat in table.seats.items() if seat.member == member]
    own += [number for number, left in former.items() if left == member and number not in table.seats]
    part = sum((due.get(number, Counter()) for number in own), Counter[str]())
    return gems.in_base(table.settings.base, part)


def without_claim(carry: Carry, number: int) -> dict[str, Any]:
    """Return the carry without this seat's claim to a tied pot, before its number goes to another member (BET-R20)."""

    def without(entries: Carry) -> dict[str, Any]:
        tied = {"tied": [seat for seat in entries["tied"] if seat != number]} if "tied" in entries else {}
        return {**entries, **tied}

    aside = (
        {"aside": {of: without(entries) for of, entries in carry["aside"].items()}}
        if "aside" in carry
        else {}
    )
    return {**without(carry), **aside}


def is_due_a_share(carry: Carry, number: int) -> bool:
    """Return True if a seat keeps its share of a pot even if it leaves now."""
    return any(_is_due(game, entries, number) for game, entries in _by_game(carry))


def _is_due(game: Game, entries: Carry, number: int) -> bool:
    """Return True if a seat has paid into a pot, or still has its claim to a tied one."""
    return number in game.payers(entries) or number in entries.get("tied", ())


def _by_game(carry: Carry) -> list[tuple[Game, dict[str, Any]]]:
    """Return each game with carried entries, and those entries with the game's own key under `game`."""
    if "game" not in carry:
        return []
    last = {key: value for key, value in carry.items() if key != "aside"}
    return [(find_game(each["game"]), each) for each in (last, *carry.get("aside", {}).values())]
