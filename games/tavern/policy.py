"""A computer player for the tavern: saves itself, goes for the weakest, and keeps its negations for what hurts.

It sees what its seat sees. Every move gets a worth in points of Fort; the best one is made if it is worth more than
passing. Cards that it does not know are worth nothing to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.engine import Answer, Chance, OpenAsk, Pick, Scene, Sheet, Stack, Zone
from games.engine.plays import Aim, Move, Play
from games.engine.policies import random_legal
from games.engine.scene import Log
from games.tavern.builtin import BUILT_IN
from games.tavern.cards import Alternative, Card, Step

NARROW = 4
"""With so little between AC and Fort a player is in danger."""
WARY = 8
"""With so little it is time for remedies."""
PASSES = ("pass", "leave_it", "no_action", "drink_it")
SAVES = ("ignore", "cut", "redirect")


class Seen(NamedTuple):
    """What the seat sees of the tavern: by seat, how far everybody is from passing out, and the Gold."""

    me: int
    margin: Mapping[int, int]
    fort: int
    ac: int
    gold: Mapping[int, int]
    stack: tuple[str, ...]
    hand: tuple[str, ...]
    actor: int | None
    """Who has played or revealed what is on top of the stack."""

    def weakest(self, among: Iterable[int]) -> list[int]:
        """These seats, the one nearest to passing out first."""
        return sorted((seat for seat in among if seat in self.margin), key=lambda seat: self.margin[seat])

    @property
    def mine(self) -> int:
        """How far the own seat is from passing out."""
        return self.margin.get(self.me, NARROW)


def look(scene: Scene) -> Seen:
    """Read the scene."""
    rows: dict[str, dict[int, int]] = {}
    stack: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    actor = None
    for block in scene.blocks:
        if isinstance(block, Sheet) and block.name == "values":
            for name, row in zip(("fort", "ac", "gold"), block.rows, strict=False):
                rows[name] = {
                    seat: cell.values["n"] for seat, cell in zip(block.seats, row.cells, strict=True)
                }
        elif isinstance(block, Stack):
            stack = tuple(item for layer in block.layers for item in layer.items)
        elif isinstance(block, Zone) and block.name == "hand" and block.owner == scene.viewer:
            hand = block.items
        elif isinstance(block, Log) and stack:
            told = (line.values for line in reversed(block.lines) if line.values.get("card") == stack[-1])
            actor = next((values.get("seat") for values in told), None)
    fort, ac = rows.get("fort", {}), rows.get("ac", {})
    margin = {seat: fort[seat] - ac[seat] for seat in fort}
    me = scene.viewer
    return Seen(me, margin, fort.get(me, 20), ac.get(me, 0), rows.get("gold", {}), stack, hand, actor)


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """The best answer by the points of `worth`; any legal one where it has no opinion."""
    prompt = ask.prompt
    if isinstance(prompt, Pick):
        return prompt.default
    if not isinstance(prompt, Play):
        return random_legal(scene, ask, luck)
    seen = look(scene)
    if ask.kind == "discard":
        return _discard(seen, prompt)
    best, answer = 0.0, next((word for word in PASSES if word in prompt.passes), prompt.default)
    for move in prompt.moves:
        made = [move.card, move.way, [_aim(seen, aim) for aim in move.aims]]
        value = worth(seen, ask.kind, move, made)
        if value > best:
            best, answer = value, made
    return answer


def _aim(seen: Seen, aim: Aim) -> list[int]:
    """The weakest players; of anything else the first."""
    if aim.name in ("drink", "loss", "potion", "doubt", "discard"):
        return aim.first()
    order = seen.weakest(aim.among) or list(aim.among)
    return order[:1] * aim.high if aim.again else order[: aim.high]


def _discard(seen: Seen, prompt: Play) -> Answer:
    """What is of little use makes room for new cards: a hand is filled up every turn."""
    [move] = prompt.moves
    useless = [at for at, key in enumerate(seen.hand) if not _worth_keeping(BUILT_IN.cards.get(key))]
    aims = [
        [place for place in useless if place in aim.among] if aim.name == "discard" else aim.first()
        for aim in move.aims
    ]
    return ["", 0, aims]


def _worth_keeping(card: Card | None) -> bool:
    """Blows, remedies, and what saves from Drinks and blows."""
    if card is None:
        return True
    if "act" in card.when:
        return any(step.verb in ("fort", "alc", "order", "drinkup") for step in card.steps)
    return bool({"any", "drink.mine", "hit.fort"} & set(card.when))


# ---- what a move is worth


def worth(seen: Seen, kind: str, move: Move, made: Answer) -> float:
    """In points of Fort; passing is worth 0."""
    if not move.card:
        # naming for whom Drinks are, sharing Mead, aiming a Gear card: the weakest is a good choice
        return 0.5
    card = BUILT_IN.cards.get(move.card)
    if card is None:
        return 0.0
    aimed = {
        seat
        for aim, chosen in zip(move.aims, made[2], strict=True)
        if aim.name == "target"
        for seat in chosen
    }
    steps = card.alternatives[move.way]
    value = sum(_step(seen, step, aimed) for step in steps)
    if kind == "gamble":
        return value + _gambling(seen, steps)
    if kind in ("respond", "respond_late", "gear_shown", "gear_targets"):
        return value + _answering(seen, card, steps)
    if kind == "last_chance":
        # whatever helps now, and else a parting blow
        return value + 1.0
    return value


def _step(seen: Seen, step: Step, aimed: set[int]) -> float:
    n = step.amount or 0
    others = [seat for seat in seen.margin if seat != seen.me and seen.margin[seat] > 0]
    strikers = set() if seen.actor is None else {seen.actor}
    by_who = {"T": aimed, "TT": aimed, "others": set(others), "hitter": strikers}
    hit: set[int] = by_who.get(step.who or "", set())
    match step.verb:
        case "fort" | "alc":
            harm = -n if step.verb == "fort" else n
            if step.who == "me":
                room = 20 - seen.fort if step.verb == "fort" else seen.ac
                return min(-harm, room) * (1.0 if seen.mine <= WARY else 0.0)
            return sum(_harm(seen, seat, harm) for seat in hit)
        case "pay":
            got = 0.4 * n if step.to == "me" else 0.2 * n
            return got * max(1, len(hit)) + sum(3.0 for seat in hit if 0 < seen.gold.get(seat, 9) <= n)
        case "order" | "serve" | "drinkup":
            return 1.2 * n
        case "draw":
            return 0.3 * n
    return 0.0


def _harm(seen: Seen, seat: int, n: int) -> float:
    """What it is worth to bring a seat `n` points nearer to passing out; less would be a gift."""
    margin = seen.margin.get(seat, 20)
    return n * (1 + max(0, 12 - margin) / 12) + (4.0 if n >= margin else 0.0)


def _gambling(seen: Seen, steps: Alternative) -> float:
    """Control is worth having; what costs Gold only while there is some."""
    verbs = {step.verb for step in steps}
    gold = seen.gold.get(seen.me, 0)
    if "ante" in verbs and gold < 4:
        return -1.0
    value = {"winround": 4.0, "lock": 2.0, "oust": 1.5, "skim": 1.5, "control": 1.0}
    return max((value.get(verb, 0.0) for verb in verbs), default=0.0) + ("leave" in verbs) * (gold < 2)


def _answering(seen: Seen, card: Card, steps: Alternative) -> float:
    """Saving oneself is worth what it saves; a negation is kept for what hurts."""
    verbs = {step.verb for step in steps}
    strength = sum(max(0, drink.ac - drink.fort) for key in seen.stack if (drink := BUILT_IN.drinks.get(key)))
    if verbs & {"ignoredrink", "passdrink", "splitdrink"}:
        return strength - 1.0 if seen.mine - strength > NARROW else strength + 2.0
    if verbs & {"moddrink", "fortdrink", "chaser"}:
        return _changing(seen, steps, strength)
    top = BUILT_IN.cards.get(seen.stack[-1]) if seen.stack else None
    loss = 0 if top is None else sum(max(0, -(s.amount or 0)) for s in top.steps if s.verb == "fort")
    if verbs.intersection(SAVES):
        return loss - 0.5 if seen.mine - loss > NARROW else loss + 2.0
    if "negate" in verbs:
        below = [BUILT_IN.cards.get(key) for key in seen.stack[:-1]]
        own = any(each is not None and "action" in each.types and seen.actor != seen.me for each in below)
        return (1.0 if own else -1.0) + (3.0 if seen.mine - loss <= NARROW and loss else 0.0)
    return 0.0


def _changing(seen: Seen, steps: Alternative, strength: int) -> float:
    """More in somebody else's cup when it may bring them down; less in the own one."""
    more = sum(step.amount or 1 for step in steps if step.verb in ("moddrink", "chaser"))
    more -= sum(step.amount or 0 for step in steps if step.verb == "fortdrink")
    drinker = seen.actor if seen.actor is not None else seen.me
    if drinker == seen.me:
        return -more - 1.0 if seen.mine - strength > NARROW else float(-more)
    return _harm(seen, drinker, more) - 0.5


__all__ = ["Seen", "look", "sensible", "worth"]
