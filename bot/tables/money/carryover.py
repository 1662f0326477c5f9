"""What a table keeps from match to match: the carry of its game, and beside it the pots of other games.

`carry` is what the last match left, with the `game` that left it, and under `aside` what lies there of other kinds of
games. The games for a pot are one kind: their pot goes from each to the next. Every other game is a kind of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from games.catalogue import find_game
from games.engine import Game

Carry = Mapping[str, Any]

POTTED = ("pot", "tied", "last_starter")
"""What one game for a pot leaves to another."""


def kind(game: Game) -> str:
    """Games of one kind take up each other's pot."""
    return "pieces" if game.money == "pieces" else game.key


def carry_in(carry: Carry, game: Game) -> dict[str, Any]:
    """What there is for a match of `game`."""
    mine = [lying for other, lying in _lying(carry) if kind(other) == kind(game)]
    if not mine:
        return {}
    left, by = mine[0], mine[0]["game"]
    return {key: value for key, value in left.items() if key != "game" and (by == game.key or key in POTTED)}


def carry_out(before: Carry, game: Game, left: Carry) -> dict[str, Any]:
    """What lies there after a match of `game` that has `left` this: pots of other kinds stay."""
    aside = {}
    for other, lying in _lying(before):
        if kind(other) != kind(game):
            if other.money == "pieces":
                lying = {key: lying[key] for key in ("game", *POTTED) if key in lying}
            if "pot" in lying or (other.money == "pieces" and len(lying) > 1):
                aside[kind(other)] = lying
    return {**left, "game": game.key, **({"aside": aside} if aside else {})}


def shares_due(carry: Carry, seated: Iterable[int], former: Iterable[int]) -> dict[int, Counter[str]]:
    """Who gets what of all pots if the table closes now: seats, and former ones that have paid into one."""
    parts: dict[int, Counter[str]] = {}
    for game, lying in _lying(carry):
        there = sorted({*seated, *(number for number in former if number in game.payers(lying))})
        for number, units in game.due(lying, there).items():
            parts.setdefault(number, Counter()).update(units)
    return parts


def without_claim(carry: Carry, number: int) -> dict[str, Any]:
    """What lies there once a seat's number may be another's: whoever sits there next has not tied for it (BET-R20)."""

    def without(lying: Carry) -> dict[str, Any]:
        tied = {"tied": [seat for seat in lying["tied"] if seat != number]} if "tied" in lying else {}
        return {**lying, **tied}

    aside = (
        {"aside": {of: without(lying) for of, lying in carry["aside"].items()}} if "aside" in carry else {}
    )
    return {**without(carry), **aside}


def is_due_a_share(carry: Carry, number: int) -> bool:
    """Whether a seat is due a part of a pot even if it leaves now."""
    return any(number in game.payers(lying) for game, lying in _lying(carry))


def _lying(carry: Carry) -> list[tuple[Game, dict[str, Any]]]:
    """Each game that has left something, and what; `game` stands in it."""
    if "game" not in carry:
        return []
    here = {key: value for key, value in carry.items() if key != "aside"}
    return [(find_game(each["game"]), each) for each in (here, *carry.get("aside", {}).values())]
