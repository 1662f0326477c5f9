"""Random games: options from a game's model, headers, and play to the end. Everything follows from a seed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from games.computer.erring import Erring
from games.engine import OUTSIDE, BadOptions, Chance, Game, Header, Match, OpenAsk, Scene, Seed
from games.gembones.spotlight.skill_checks import SKILLS
from games.parlour.players.bets import Bettor
from games.parlour.players.blueprint import BlueprintPlayer

SOAK = float(os.environ.get("DICENIGHT_SOAK", "1"))
"""How many times the usual number of cases is played."""

DEFAULTS = 2000
"""A match that takes more answers by default than this does not end when nobody answers."""

STEPS = 5000
"""A match that takes more answers than this does not end."""

SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "adventurers_choice": (4, {"length": "rounds", "rounds": 1}),
    "tavern": (5, {}),
}
"""Games that last for an evening: to how many seats and to what options random matches of them are cut."""


LONG = 50
"""`DICENIGHT_SOAK` of the long runs."""


def cases(n: int, most: int | None = None, *, long: int = 0) -> range:
    """Return the numbers of `n` cases, scaled by `DICENIGHT_SOAK`: at most `most`, in a long run at least `long`."""
    wanted = max(1, round(n * SOAK), long if SOAK >= LONG else 0)
    return range(wanted if most is None else min(wanted, most))


def luck_of(*name: object) -> Chance:
    """Return luck that follows from a name alone."""
    return Chance(Seed(":".join(map(str, name))))


def random_value(name: str, field: FieldInfo, luck: Chance) -> Any:
    """Return a value for a field of options: a boolean, one of a `Literal`, a number from `ge` to `le`."""
    kind = field.annotation
    if kind is bool:
        return bool(luck.below(2))
    if get_origin(kind) is Literal:
        return luck.choice(get_args(kind))
    if kind is int:
        low = next(bound.ge for bound in field.metadata if isinstance(bound, Ge))
        high = next(bound.le for bound in field.metadata if isinstance(bound, Le))
        assert isinstance(low, int)
        assert isinstance(high, int)
        return low + luck.below(high - low + 1)
    if get_origin(kind) is dict:  # texts from outside, such as a server's own decks
        return field.get_default()
    raise TypeError(f"no random value for option {name}: {kind}")


def random_options(game: Game, luck: Chance, **fixed: Any) -> dict[str, Any]:
    """Return options that the game accepts, with the `fixed` ones; half of the others stay at their defaults."""
    for _ in range(200):
        raw = {
            name: random_value(name, field, luck)
            for name, field in game.options.model_fields.items()
            if luck.below(2)
        } | fixed
        if raw.get("played_for") == "points_full":
            # an evening of it is only more of the same
            raw["played_for"] = "points_quick"
        try:
            game.parse_options(raw)
        except BadOptions:
            continue
        return raw
    raise AssertionError(f"{game.key} refuses almost all options")


def random_header(game: Game, luck: Chance, **options: Any) -> Header:
    """Return a header with random options and all that `header_with` adds."""
    return header_with(game, luck, random_options(game, luck, **SHORT.get(game.key, (0, {}))[1], **options))


def header_with(game: Game, luck: Chance, raw: dict[str, Any]) -> Header:
    """Return a header with these options: seats with gaps, stakes from nothing to plenty, at times a carried pot."""
    most_seats = SHORT.get(game.key, (99, {}))[0]
    fewest, most = game.limits(game.parse_options(raw))
    most = min(most, most_seats)
    ring: list[int] = []
    for _ in range(fewest + luck.below(most - fewest + 1)):
        ring.append((ring[-1] + 1 if ring else 0) + (luck.below(4) == 0))
    stakes: dict[int, int] = {}
    carry: dict[str, Any] = {}
    facts: dict[int, dict[str, Any]] = {}
    if game.money_kind(game.parse_options(raw)) == "pieces":
        stakes = {seat: luck.choice((0, 1, 2, 5, 9, 20, 50, 50, 50, 120)) for seat in ring}
        facts = {seat: {"purse": luck.choice((0, 3, 40))} for seat in ring}
        if game.money == "pieces" and luck.below(3) == 0:
            carry = {"last_starter": luck.choice(ring), "pot": {"piece": 1 + luck.below(9)}, "tied": ring[:2]}
    if raw.get("spotlight", "off") != "off":
        facts = {seat: {"character": random_character(luck)} for seat in ring if luck.below(4)}
    seed = Seed(str(luck.below(1 << 30)), luck.below(1000), ("salt",))
    return Header(game.key, game.version, raw, tuple(ring), seed, stakes, carry, facts)


def random_character(luck: Chance) -> dict[str, Any]:
    """Return a random character for the spotlight: talents, skills and funds of a seat."""
    return {
        "talent": luck.choice(("none", "lucky", "kit", "portent")),
        "lucky": luck.below(4),
        "portents": luck.roll(luck.below(3), 20),
        "skills": {skill: luck.below(11) for skill in SKILLS},
        "base": luck.choice(("copper", "silver", "gold")),
        "inspired": luck.below(2) == 0,
        "stone": luck.below(4) == 0,
        "lesser": luck.choice((0, 8, 200)),
    }


def step(match: Match, luck: Chance, *, leaves: int = 0) -> None:
    """Give one random answer; once in `leaves` times let a seat leave instead."""
    if leaves and luck.below(leaves) == 0:
        match.answer(0, OUTSIDE, ["leave", luck.choice(match.header.ring)], "table")
        return
    ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
    match.answer(ask.id, ask.seat, luck.choice(ask.prompt.legal(luck)))


def play(match: Match, luck: Chance, *, leaves: int = 0) -> Iterator[Match]:
    """Play to the end by random answers; yield the match before each and at the end."""
    for steps in count():
        yield match
        if match.over:
            return
        assert steps < STEPS, f"{match.game.key} does not end: {match.header}"
        step(match, luck, leaves=leaves)


def finish_by_defaults(match: Match) -> Match:
    """Return the match, played to its end as if every seat were out of time at every question."""
    while not match.over:
        assert len(match.rows) < DEFAULTS, f"{match.game.key} does not end within {DEFAULTS} defaults"
        ask = next(ask for ask in match.open.values() if not ask.answered)
        match.answer(ask.id, ask.seat, ask.prompt.default, "timeout")
    return match


def finish(match: Match, luck: Chance, *, leaves: int = 0) -> Match:
    """Return the match, played to its end by random answers."""
    for _ in play(match, luck, leaves=leaves):
        pass
    return match


def questions(match: Match) -> Iterator[tuple[Scene, OpenAsk]]:
    """Yield one question after the other as the seat that is asked sees it, to be answered before the next.

    Ends with the match.
    """
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        yield scene, next(each for each in scene.asks if each.id == ask.id)


def hasty(policy: Any) -> Any:
    """Return the player with a small budget, if it searches: what it sees is the same."""
    if isinstance(policy, Erring):
        return replace(policy, best=hasty(policy.best), weaker=hasty(policy.weaker))
    if isinstance(policy, BlueprintPlayer):
        return replace(policy, shark=hasty(policy.shark))
    if isinstance(policy, Bettor):
        quick = replace(policy.style, samples=min(policy.style.samples, 16))
        return replace(policy, style=quick, plays=hasty(policy.plays))
    return replace(policy, playouts=24) if hasattr(policy, "playouts") else policy
