"""The shark of the tavern: it weighs every move by the chance to win that the move leaves it.

It adds everyone's changes from a move to those from the pending stack, and rates the result with `win_chance`. So it
strikes at the likeliest winner, lets others finish those who are falling, answers with a card only where that helps
more than keeping the card, and discards cards worth less than a new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from games.computer.weighed import Weighed
from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Answer, Choose, Pick
from games.tavern.cards import Card
from games.tavern.computer.card_changes import play_changes, share_drink, stack_changes, wolf_changes
from games.tavern.computer.card_value import CardPlay
from games.tavern.computer.observation import Judged, Observation, Player, pass_of
from games.tavern.computer.outlook import Changes, Outlook
from games.tavern.computer.policy import LITTLE_GOLD, WINS, best_move, has_winner
from games.tavern.rules.moves import DRINK, LOSS, ORDERS, TARGET, WOLF

ACTIONS = 1
"""The number of Action cards worth keeping: one is played each turn, and new ones are drawn."""
KEPT = 0.5
"""Playing a card costs this part of its worth: not all, since the next turn draws a new one."""
LEAVES = 0.2
"""The strength of leaving a Round that cannot be won, for a player with little Gold."""
FREE = ("action", "last_chance")
"""The questions where playing a card costs nothing: the turn's own action, and the last chance."""


def judge(view: Observation, prompt: Judged) -> Answer:
    """Return the answer that leaves the best chance to win."""
    match prompt:
        case Pick():
            worths = hand_worths(view)
            places = sorted(range(len(prompt.items)), key=worths.__getitem__)
            return sorted(places[: prompt.low])
        case Choose():
            old, new = (_worth(view, prompt.says[kind]) for kind in ("old", "new"))
            return "take" if new > old else "keep"
        case PlayCard(kind="discard"):
            return _discard_form(view, prompt)
        case PlayCard(kind="gamble"):
            return best_move(view, prompt)
        case PlayCard():
            return _by_chance(view, prompt).ways[0][0]


def weighs(view: Observation, prompt: PlayCard) -> Weighed | None:
    """Return the moves by the chance to win that they leave; None where the shark goes by something else."""
    return None if prompt.kind in ("discard", "gamble") else _by_chance(view, prompt)


shark = Player(judge, weighs)


class Candidate(NamedTuple):
    """One way to make a move: its aims by name, without the orders for Drinks."""

    move: Move
    aims: dict[str, list[int]]

    def answer(self, orders: list[int]) -> Answer:
        """Return the answer that makes the move in this way."""
        aims = self.aims | {ORDERS: orders}
        return [self.move.card, self.move.alternative, [aims[aim.name] for aim in self.move.aims]]


def _by_chance(view: Observation, prompt: PlayCard) -> Weighed:
    look = Outlook(view)
    stack = stack_changes(look)
    ways = list[tuple[Answer, float]]()
    if prompt.passes:
        ways.append((pass_of(prompt), look.chance(stack)))
    for move in prompt.moves:
        orders = next((aim for aim in move.aims if aim.name == ORDERS), None)
        for candidate in _candidates(move):
            changes = _changes(look, prompt, candidate)
            if changes is None:
                continue
            changes.add(stack)
            recipients = _recipients(look, changes, orders) if orders is not None else []
            starts = move.card and _has(view.decks.cards[move.card], move, "start")
            chance = _round_chance(look, changes) if starts else look.chance(changes)
            ways.append((candidate.answer(recipients), chance))
    return Weighed.by_worth(ways or [(prompt.default, 0.0)])


def _candidates(move: Move) -> Iterator[Candidate]:
    aims = [aim for aim in move.aims if aim.name != ORDERS]
    names = [aim.name for aim in aims]
    for chosen in product(*(aim.all() for aim in aims)):
        yield Candidate(move, dict(zip(names, chosen, strict=True)))


# ---- the changes from a move


def _changes(look: Outlook, prompt: PlayCard, candidate: Candidate) -> Changes | None:
    """Return the changes that a move brings; None for a move that the shark never makes."""
    view, (move, aims) = look.view, candidate
    targets = frozenset(aims.get(TARGET, ()))
    if not move.card:
        return _changes_without_card(look, prompt, targets)
    card = view.decks.cards[move.card]
    if _has(card, move, "start", "leave"):
        # it only starts a Round with a winner and Gold to spare, and only leaves one without either
        poor = view.gold.get(view.me, 0) < LITTLE_GOLD
        if has_winner(view) == _has(card, move, "leave") or poor == _has(card, move, "start"):
            return None
    play = CardPlay(
        view.me,
        card.alternatives[move.alternative],
        targets,
        len(view.stack),
        aims[DRINK][0] if DRINK in aims else None,
        aims[LOSS][0] if LOSS in aims else None,
    )
    if "wolf" in card.marks:
        changes = wolf_changes(look, play, frozenset(aims.get(WOLF, ())))
    else:
        changes = play_changes(look, play)
    if _has(card, move, "leave"):
        changes.move(view.me, more=LEAVES)
    if prompt.kind not in FREE:
        changes.move(view.me, more=-KEPT * (look.left.card + look.left.of_uses(card)))
    return changes


def _has(card: Card, move: Move, *verbs: str) -> bool:
    return any(step.verb in verbs for step in card.alternatives[move.alternative])


def _changes_without_card(look: Outlook, prompt: PlayCard, targets: frozenset[int]) -> Changes:
    """Return the changes from a choice that plays no card: aiming a Gear card, or sharing Mead."""
    view, changes = look.view, Changes()
    if prompt.kind == "gear_targets":
        card = view.decks.cards[prompt.says["card"]]
        return play_changes(look, CardPlay(view.me, card.alternatives[0], targets, len(view.stack)))
    if prompt.kind == "split_mead" and view.drinks:
        share_drink(changes, view.drinks[0], targets, 0.5)
    return changes


def _recipients(look: Outlook, changes: Changes, aim: Aim) -> list[int]:
    """Return the best seat for each ordered Drink in turn, and add the Drinks to the changes."""
    chosen: list[int] = []
    for _ in range(aim.high):

        def chance(seat: int) -> float:
            drink = Changes()
            drink.move(
                seat, more=look.pile(seat, chosen.count(seat) + 1) - look.pile(seat, chosen.count(seat))
            )
            return look.chance(changes.plus(drink))

        seat = max(aim.among, key=chance)
        had = chosen.count(seat)
        changes.move(seat, more=look.pile(seat, had + 1) - look.pile(seat, had))
        chosen.append(seat)
    return chosen


def _round_chance(look: Outlook, changes: Changes) -> float:
    """Return the chance to win after a Round that starts now: everyone antes 1, and mostly the starter wins it."""
    view, total = look.view, 0.0
    others = [seat for seat in look.seats if seat != view.me]
    for seat, part in ((view.me, WINS), *((seat, (1 - WINS) / len(others)) for seat in others)):
        after = changes.plus(Changes())
        for each in look.seats:
            after.move(each, gold=-1)
        after.move(seat, gold=len(look.seats))
        total += part * look.chance(after)
    return total


# ---- the cards to keep


def _worth(view: Observation, key: str) -> float:
    """Return how much more this card is worth in hand than an average one."""
    card = view.decks.cards.get(key)
    return Outlook(view).left.of_uses(card) if card is not None else 0.0


def hand_worths(view: Observation) -> list[float]:
    """Return the worth of each card in hand; every Action card but the best counts as useless."""
    look = Outlook(view)
    cards = [view.decks.cards[key] for key in view.hand]
    worths = [look.left.of_uses(card) for card in cards]
    actions = [place for place, card in enumerate(cards) if _is_plain_action(card)]
    actions.sort(key=lambda place: -action_chance(look, cards[place]))
    for rank, place in enumerate(actions):
        # beyond the fitted worth of any other card, so the best Action card is kept the longest
        worths[place] = 1.0 if rank < ACTIONS else -1.0
    return worths


def _is_plain_action(card: Card) -> bool:
    return "act" in card.when and "round.turn" not in card.when


def action_chance(look: Outlook, card: Card) -> float:
    """Return the best chance to win that an Action card gives now."""
    view, best = look.view, 0.0
    others = tuple(seat for seat in look.seats if seat != view.me)
    for steps in card.alternatives:
        names = {who for step in steps for who in (step.who, step.to)}
        high = 2 if "TT" in names else 1 if "T" in names else 0
        aim = Aim(TARGET, others, min(high, len(others)), min(high, len(others)))
        for targets in aim.all():
            play = CardPlay(view.me, steps, frozenset(targets))
            best = max(best, look.chance(play_changes(look, play)))
    return best


def _fresh_worth(view: Observation) -> float:
    """Return the expected worth of a new card: the mean over the viewer's own deck."""
    own = view.characters.get(view.me)
    look = Outlook(view)
    decks = (each.deck for each in view.decks.characters.values() if each.name == own)
    cards = [view.decks.cards[key] for key, count in next(decks, ()) for _ in range(count)]
    worths = [0.0 if _is_plain_action(card) else look.left.of_uses(card) for card in cards]
    return sum(worths) / len(worths) if worths else 0.0


def _discard_form(view: Observation, prompt: PlayCard) -> Answer:
    """Discard the cards that are worth less than a new one; Doubt gets the least useful card."""
    worths, fresh = hand_worths(view), _fresh_worth(view)
    ranked = sorted(range(len(worths)), key=worths.__getitem__)
    [move] = prompt.moves
    aims = []
    for aim in move.aims:
        if aim.name == "discard":
            aims.append(sorted(place for place in ranked if worths[place] < fresh))
        elif aim.name == "doubt":
            aims.append(ranked[:1])
        else:
            # of the two Potions on show, place 0 is the old one
            better = len(view.on_show) == 2 and _worth(view, view.on_show[1]) > _worth(view, view.on_show[0])
            aims.append([1] if better else aim.first())
    return ["", 0, aims]
