"""A computer player for the tavern: saves itself, attacks where it hurts most, negates only what hurts it.

It sees what its seat sees. Every move gets a value (`card_value`); the best one is made if it is worth more than
keeping the card.

It answers questions, and never presses the permanent "Play a card" (TIM-R12). Windows and last chances, where Anytime
cards can be played too, come so often that nothing is lost by waiting for them: over a thousand matches of four, a
seat that also played unasked won no more (24.9 ± 2.7 % if only when it mattered much, 25.7 ± 2.7 % whenever a card
brought anything). Each such card also interrupts a decision, and asks the whole table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Answer, Choose, Pick
from games.tavern.cards import Alternative, Card
from games.tavern.computer.card_value import CardPlay, ValueChange, change_value, play_value
from games.tavern.computer.observation import Judged, Observation, pass_of, player
from games.tavern.rules.moves import DRINK, LOSS, TARGET, WOLF

THRESHOLDS = {"negate": 1.5, "anytime": 0.2}
"""The value above which a card is played: high for negations, low for remedies."""
DEFAULT_THRESHOLD = 0.6
"""The threshold of all other cards."""
WINS = 0.7
"""The assumed chance of winning a Round that was started with a winning card in hand."""
START = 0.5
"""The bonus for starting a Round: a hand collects more of these cards than it gets to use."""
LITTLE_GOLD = 3
"""With less Gold than this it stays out of Rounds that it cannot win."""


def judge(view: Observation, prompt: Judged) -> Answer:
    """Return the answer with the highest value."""
    match prompt:
        case Pick():
            places = sorted(range(len(prompt.items)), key=lambda place: use_value(view, prompt.items[place]))
            return sorted(places[: prompt.low])
        case Choose():
            old, new = (use_value(view, prompt.says[kind]) for kind in ("old", "new"))
            return "take" if new > old else "keep"
        case PlayCard():
            return _discard_form(view, prompt) if prompt.kind == "discard" else best_move(view, prompt)


sensible = player(judge)


def best_move(view: Observation, prompt: PlayCard) -> Answer:
    """Return the move with the highest value, or a pass if no move has a value above 0."""
    best, answer = 0.0, pass_of(prompt)
    for move in prompt.moves:
        value, candidate = _best_aims(view, prompt, move)
        if value > best:
            best, answer = value, candidate
    return answer


# ---- the value of a move


def _best_aims(view: Observation, prompt: PlayCard, move: Move) -> tuple[float, Answer]:
    """Return the best value of a move, less that of keeping the card, and the answer that makes it."""
    best, chosen = float("-inf"), dict[str, list[int]]()
    for aims in _possible_aims(view, move):
        value = _move_value(view, prompt, move, aims)
        if value > best:
            best, chosen = value, aims
    return best, [move.card, move.alternative, [chosen.get(aim.name, aim.first()) for aim in move.aims]]


def _possible_aims(view: Observation, move: Move) -> Iterator[dict[str, list[int]]]:
    """Yield the aims to compare; Drinks go to the weakest seat, and so does any aim that is not a target."""
    fixed = {aim.name: _weakest_seats(view, aim) for aim in move.aims if aim.name not in (TARGET, DRINK)}
    target = next((aim for aim in move.aims if aim.name == TARGET), None)
    drink = next((aim for aim in move.aims if aim.name == DRINK), None)
    for seats in combinations(target.among, target.high) if target else ((),):
        for place in drink.among if drink else (None,):
            aims = dict(fixed)
            if target:
                aims[TARGET] = list(seats)
            if place is not None:
                aims[DRINK] = [place]
            yield aims


def _weakest_seats(view: Observation, aim: Aim) -> list[int]:
    if not set(aim.among) <= set(view.fort):
        return aim.first()
    order = sorted(aim.among, key=lambda seat: view.fort[seat] - view.ac[seat])
    return order[:1] * aim.high if aim.again else order[: aim.high]


def _move_value(view: Observation, prompt: PlayCard, move: Move, aims: Mapping[str, list[int]]) -> float:
    targets = frozenset(aims.get(TARGET, ()))
    if not move.card:
        return _value_without_card(view, prompt, targets)
    card = view.decks.cards[move.card]
    steps = card.alternatives[move.alternative]
    drink = aims[DRINK][0] if DRINK in aims else None
    loss = aims[LOSS][0] if LOSS in aims else None
    play = CardPlay(view.me, steps, targets, len(view.stack), drink, loss)
    value = play_value(view, play)
    if "wolf" in card.marks:
        value = _wolf_value(view, play, frozenset(aims.get(WOLF, ())))
    if prompt.kind == "gamble":
        return value + _gambling_value(view, steps)
    if prompt.kind == "action":
        return value + _round_start_value(view, steps)
    if prompt.kind in ("last_chance", "phase_end"):
        return value
    if any(step.verb == "leave" for step in steps):
        value += 2.0 if view.gold.get(view.me, LITTLE_GOLD) < LITTLE_GOLD and not has_winner(view) else -1.0
    return value - max(
        (THRESHOLDS[kind] for kind in THRESHOLDS if kind in _kinds(card, steps)), default=DEFAULT_THRESHOLD
    )


def _wolf_value(view: Observation, play: CardPlay, targets: frozenset[int]) -> float:
    """Return the value of a card with the wolf mark under the viewer's mood (WULF-03)."""
    bonus = sum(step.amount or 0 for step in view.mood if step.verb == "wolf.fort")
    added = tuple(step.inner for step in view.mood if step.verb == "onwolf" and step.inner is not None)
    wolf = play._replace(steps=added, targets=targets)
    return play_value(view, play._replace(bonus=bonus)) + play_value(view, wolf)


def _kinds(card: Card, steps: Alternative) -> set[str]:
    return {step.verb for step in steps} | set(card.types)


def _value_without_card(view: Observation, prompt: PlayCard, targets: frozenset[int]) -> float:
    """Return the value of a move without a card: naming recipients, sharing Mead, aiming a Gear card."""
    key = prompt.says.get("card")
    if prompt.kind == "gear_targets" and key is not None:
        steps = view.decks.cards[key].alternatives[0]
        # always above 0, since the targets have to be named
        return 1.0 + max(
            -0.9,
            play_value(view, CardPlay(view.me, steps, targets, len(view.stack))) / 20,
        )
    return 0.5 + sum(change_value(view, seat, ValueChange(-2)) for seat in targets) / 20


# ---- Rounds


def has_winner(view: Observation) -> bool:
    """Return whether the hand has a card that is hard to beat, or two that take control."""
    taking = [
        {step.verb for step in view.decks.cards[key].steps}
        for key in view.hand
        if "round.turn" in view.decks.cards[key].when
    ]
    return len(taking) > 1 or any(verbs & {"lock", "winround"} for verbs in taking)


def _gambling_value(view: Observation, steps: Alternative) -> float:
    """Return the value of a gambling card: control is worth a part of the pot.

    A card that makes everyone ante is only played with Gold to spare and a winning card to follow it.
    """
    verbs = {step.verb for step in steps}
    gold = view.gold.get(view.me, 0)
    if "ante" in verbs and gold and (gold < LITTLE_GOLD or not has_winner(view)):
        return -1.0
    if "winround" in verbs:
        return 1.0 + 0.5 * view.pot
    if "spill" in verbs:
        # it keeps the pot from the others; but a player without Gold has to win the pot to stay in the game
        return 0.2 if gold else -5.0
    if "leave" in verbs:
        return -1.0
    value = {"lock": 0.6, "oust": 0.3, "control": 0.3 + 0.2 * view.pot}
    return sum(value.get(verb, 0.0) for verb in verbs)


def _round_start_value(view: Observation, steps: Alternative) -> float:
    """Return the value of starting a Round: everyone antes, and a hand with a winner takes the pot more often than not.

    It is worth most if the ante takes a player's last Gold.
    """
    if all(step.verb != "start" for step in steps):
        return 0.0
    if not has_winner(view) or view.gold.get(view.me, 0) < LITTLE_GOLD:
        return -1.0
    antes = sum(change_value(view, seat, ValueChange(gold=-1)) for seat in view.others)
    won = change_value(view, view.me, ValueChange(gold=len(view.others)))
    lost = change_value(view, view.me, ValueChange(gold=-1))
    return START + antes + WINS * won + (1 - WINS) * lost


# ---- the cards to keep

USE_VALUES: Sequence[tuple[frozenset[str], float]] = (
    (frozenset({"any"}), 5.0),
    (frozenset({"drink.mine"}), 4.0),
    (frozenset({"hit.fort"}), 3.0),
    (frozenset({"act"}), 2.0),
    (frozenset({"hit.alc", "hit.gold", "drink.any"}), 1.0),
)
"""The usefulness of holding cards, by their triggers."""
BLOWS = frozenset({"fort", "alc", "order", "drinkup"})
MIN_USE = 2.0
"""Cards of less use than this are discarded for new ones."""


def use_value(view: Observation, key: str) -> float:
    """Return the usefulness of holding a card: remedies first, then defence, then attacks."""
    card = view.decks.cards.get(key)
    if card is None:
        return 0.0
    value = next((value for when, value in USE_VALUES if when & set(card.when)), 0.0)
    if "act" in card.when and all(step.verb not in BLOWS for step in card.steps):
        return value / 4
    return value


def _discard_form(view: Observation, prompt: PlayCard) -> Answer:
    """Discard cards of little use, since the hand is filled up every turn; Doubt gets the least useful one."""
    ranked = sorted(range(len(view.hand)), key=lambda place: use_value(view, view.hand[place]))
    useless = sorted(place for place in ranked if use_value(view, view.hand[place]) < MIN_USE)
    [move] = prompt.moves
    aims = []
    for aim in move.aims:
        if aim.name == "discard":
            aims.append(useless)
        elif aim.name == "doubt":
            aims.append(ranked[:1])
        else:
            aims.append(_better_potion(view, aim))
    return ["", 0, aims]


def _better_potion(view: Observation, aim: Aim) -> list[int]:
    """Return the place of the better Potion on show: 0 is the old one, 1 the new one."""
    better = len(view.on_show) == 2 and use_value(view, view.on_show[1]) > use_value(view, view.on_show[0])
    return [1] if better else aim.first()
