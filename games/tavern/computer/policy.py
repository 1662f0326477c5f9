"""A computer player for the tavern: saves itself, goes for whom it hurts most, and negates only what hurts it.

It sees what its seat sees. Every move gets a worth (`weighing`); the best one is made if it is worth more than
keeping the card.

It answers what it is asked, and never presses the permanent "Play a card" (TIM-R12). Windows and last chances, where
Anytime cards can be played too, come so often that nothing is lost by waiting for them: over a thousand matches of four
a seat that also played unasked won no more (24.9 ± 2.7 % if only when it mattered much, 25.7 ± 2.7 % whenever a card
brought anything), and each such card holds up whoever is deciding, and asks the whole table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from games.engine import Answer, Chance, Choose, OpenAsk, Pick, Scene, random_legal
from games.engine.card_prompts import Aim, Move, PlayCard
from games.tavern.cards import Alternative, Card
from games.tavern.computer.card_value import Change, Doing, felt, worth
from games.tavern.computer.observation import Seen, look
from games.tavern.decks.builtin import BUILT_IN
from games.tavern.rules.moves import DRINK, TARGET

PASSES = ("pass", "leave_it", "no_action", "drink_it")
KEPT = {"negate": 1.5, "anytime": 0.2}
"""How much a card must bring to be played: a negation more than others, a remedy next to nothing."""
ANSWER = 0.6
WINDOWS = ("respond", "respond_late", "gear_shown", "gear_targets")
FEW = 3
"""Who has so little Gold stays out of Rounds if there is nothing to win them with."""


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """The best answer by what it is worth; any legal one where it has no opinion."""
    prompt = ask.prompt
    match prompt:
        case Pick():
            seen = look(scene, prompt.says.get("decks", BUILT_IN))
            places = sorted(range(len(prompt.items)), key=lambda at: use(seen, prompt.items[at]))
            return sorted(places[: prompt.low])
        case Choose(kind="brew"):
            seen = look(scene, prompt.says.get("decks", BUILT_IN))
            old, new = (use(seen, prompt.says[which]) for which in ("old", "new"))
            return "take" if new > old else "keep"
        case PlayCard():
            seen = look(scene, prompt.says.get("decks", BUILT_IN))
            return _form(seen, prompt) if prompt.kind == "discard" else _best(seen, prompt)
    return random_legal(scene, ask, luck)


def _best(seen: Seen, prompt: PlayCard) -> Answer:
    """The move that is worth most, if it is worth more than passing."""
    best, answer = 0.0, next((word for word in PASSES if word in prompt.passes), prompt.default)
    for move in prompt.moves:
        value, made = _aimed(seen, prompt, move)
        if value > best:
            best, answer = value, made
    return answer


# ---- what a move is worth


def _aimed(seen: Seen, prompt: PlayCard, move: Move) -> tuple[float, Answer]:
    """The best way to aim a move, and what it is worth so, less what the card is worth in hand."""
    best, chosen = float("-inf"), dict[str, list[int]]()
    for aims in _ways(seen, move):
        value = _worth(seen, prompt, move, aims)
        if value > best:
            best, chosen = value, aims
    return best, [move.card, move.way, [chosen.get(aim.name, aim.first()) for aim in move.aims]]


def _ways(seen: Seen, move: Move) -> Iterator[dict[str, list[int]]]:
    """Whom it can be aimed at; Drinks are for the weakest, and so is whatever else needs a seat."""
    fixed = {aim.name: _weakest(seen, aim) for aim in move.aims if aim.name not in (TARGET, DRINK)}
    target = next((aim for aim in move.aims if aim.name == TARGET), None)
    drink = next((aim for aim in move.aims if aim.name == DRINK), None)
    for seats in combinations(target.among, target.high) if target else ((),):
        for at in drink.among if drink else (None,):
            named = dict(fixed)
            if target:
                named[TARGET] = list(seats)
            if at is not None:
                named[DRINK] = [at]
            yield named


def _weakest(seen: Seen, aim: Aim) -> list[int]:
    if not set(aim.among) <= set(seen.fort):
        return aim.first()
    order = sorted(aim.among, key=lambda seat: seen.fort[seat] - seen.ac[seat])
    return order[:1] * aim.high if aim.again else order[: aim.high]


def _worth(seen: Seen, prompt: PlayCard, move: Move, aims: Mapping[str, list[int]]) -> float:
    targets = frozenset(aims.get(TARGET, ()))
    if not move.card:
        return _without_card(seen, prompt, targets)
    card = seen.decks.cards[move.card]
    steps = card.alternatives[move.way]
    glass = aims[DRINK][0] if DRINK in aims else None
    value = worth(seen, Doing(seen.me, steps, targets, len(seen.stack), glass))
    if prompt.kind == "gamble":
        return value + _gambling(seen, steps)
    if prompt.kind == "action":
        return value + _starting(seen, steps)
    if prompt.kind == "last_chance":
        return value
    if any(step.verb == "leave" for step in steps):
        value += 2.0 if seen.gold.get(seen.me, FEW) < FEW and not _holds_a_winner(seen) else -1.0
    return value - max((KEPT[what] for what in KEPT if what in _kinds(card, steps)), default=ANSWER)


def _kinds(card: Card, steps: Alternative) -> set[str]:
    return {step.verb for step in steps} | set(card.types)


def _without_card(seen: Seen, prompt: PlayCard, targets: frozenset[int]) -> float:
    """Naming for whom the Drinks are, sharing Mead, aiming a Gear card: done, and at whom it is worth most."""
    key = prompt.says.get("card")
    if prompt.kind == "gear_targets" and key is not None:
        steps = seen.decks.cards[key].alternatives[0]
        return 1.0 + max(-0.9, worth(seen, Doing(seen.me, steps, targets, len(seen.stack))) / 20)
    return 0.5 + sum(felt(seen, seat, Change(-2)) for seat in targets) / 20


# ---- Rounds


def _holds_a_winner(seen: Seen) -> bool:
    """A card in hand that is hard to beat, or two that take control."""
    taking = [
        {step.verb for step in seen.decks.cards[key].steps}
        for key in seen.hand
        if "round.turn" in seen.decks.cards[key].when
    ]
    return len(taking) > 1 or any(verbs & {"lock", "winround"} for verbs in taking)


def _gambling(seen: Seen, steps: Alternative) -> float:
    """Control is worth a part of the pot; what costs Gold only for who has it, and something to follow it with."""
    verbs = {step.verb for step in steps}
    gold = seen.gold.get(seen.me, 0)
    if "ante" in verbs and gold and (gold < FEW or not _holds_a_winner(seen)):
        return -1.0
    if "winround" in verbs:
        return 1.0 + 0.5 * seen.pot
    if "spill" in verbs:
        # somebody else would get it; but who has nothing left needs the pot
        return 0.2 if gold else -5.0
    if "leave" in verbs:
        return -1.0
    value = {"lock": 0.6, "oust": 0.3, "control": 0.3 + 0.2 * seen.pot}
    return sum(value.get(verb, 0.0) for verb in verbs)


def _starting(seen: Seen, steps: Alternative) -> float:
    """A Round is begun with something to win it, best when it can break somebody."""
    if all(step.verb != "start" for step in steps):
        return 0.0
    if not _holds_a_winner(seen) or seen.gold.get(seen.me, 0) < FEW:
        return -1.0
    return 0.8 + sum(2.0 for seat in seen.others if seen.gold[seat] == 1)


# ---- what stays in the hand

USES: Sequence[tuple[frozenset[str], float]] = (
    (frozenset({"any"}), 5.0),
    (frozenset({"drink.mine"}), 4.0),
    (frozenset({"hit.fort"}), 3.0),
    (frozenset({"act"}), 2.0),
    (frozenset({"hit.alc", "hit.gold", "drink.any"}), 1.0),
)
"""How useful cards are to hold, by their triggers."""
BLOWS = frozenset({"fort", "alc", "order", "drinkup"})
KEEP = 2.0
"""What is of less use than this makes room for new cards."""


def use(seen: Seen, key: str) -> float:
    """How useful the card is to hold: remedies, what saves from Drinks and blows, then own blows."""
    card = seen.decks.cards.get(key)
    if card is None:
        return 0.0
    value = next((value for when, value in USES if when & set(card.when)), 0.0)
    if "act" in card.when and all(step.verb not in BLOWS for step in card.steps):
        return value / 4
    return value


def _form(seen: Seen, prompt: PlayCard) -> Answer:
    """What is of little use makes room, for a hand is filled up every turn; Doubt gets the least useful card."""
    ranked = sorted(range(len(seen.hand)), key=lambda at: use(seen, seen.hand[at]))
    useless = sorted(at for at in ranked if use(seen, seen.hand[at]) < KEEP)
    [move] = prompt.moves
    aims = []
    for aim in move.aims:
        if aim.name == "discard":
            aims.append(useless)
        elif aim.name == "doubt":
            aims.append(ranked[:1])
        else:
            aims.append(_potion(seen, aim))
    return ["", 0, aims]


def _potion(seen: Seen, aim: Aim) -> list[int]:
    """The better of the two Potions on show: the old one is place 0."""
    better = len(seen.shown) == 2 and use(seen, seen.shown[1]) > use(seen, seen.shown[0])
    return [1] if better else aim.first()
