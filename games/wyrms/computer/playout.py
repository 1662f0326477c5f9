"""The wyrms played on to the end of a cycle by quick players, with nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import Chance
from games.wyrms.cards import COLOR, QUEEN, RANK, led_color, playable
from games.wyrms.computer.memory import Memory, Rules
from games.wyrms.scoring import score

DUCKS = 5
"""With more cards left, a quick player whose prediction has come true goes on taking: it would hardly last."""
_TREASURES = {f"{color}.treasure": f"{color}.9" for color in ("red", "blue", "yellow", "green", "purple")}


def wants_more(predicted: int, taken: int, left: int) -> bool:
    """Return whether a quick player tries to take a gathering: all but one whose prediction may come true."""
    return predicted != taken or left > DUCKS


def power(card: str, led: str | None, trumps: str | None) -> int:
    """Return how strong a card is in a gathering of a led colour; 0 for a card that cannot take it."""
    if card == QUEEN:
        return 99
    color = COLOR[card]
    if color is None:
        return 0
    if color == trumps:
        return 20 + RANK[card]
    return 1 + RANK[card] if color == led or led is None else 0


def quick_card(hand: Sequence[str], cards: list[str], trumps: str | None, more: bool, last: bool) -> str:
    """Return the card of a quick player that wants to take the gathering, or not to."""
    legal = playable(hand, cards)
    if len(legal) == 1:
        return legal[0]
    led = led_color(cards)
    best = 0
    for card in cards:
        best = max(best, power(card, led, trumps), 90 if _TREASURES.get(card) in cards else 0)
    strengths = {}
    for card in legal:
        strong = power(card, led, trumps)
        if _TREASURES.get(card) in cards and best < 99:
            strong = 90
        strengths[card] = strong
    if more:
        winning = [card for card in legal if strengths[card] > best]
        if winning:
            return (
                min(winning, key=strengths.__getitem__) if last else max(winning, key=strengths.__getitem__)
            )
        return min(legal, key=lambda card: RANK.get(card, 3))
    losing = [card for card in legal if strengths[card] < best]
    if losing:
        # the Queen and high cards are dangerous, Knights are not
        return max(losing, key=lambda card: RANK.get(card, 4))
    if QUEEN in legal and len(legal) > 1:
        legal = tuple(card for card in legal if card != QUEEN)
    if last:
        return max(legal, key=lambda card: strengths[card])
    return min(legal, key=lambda card: strengths[card])


class Deal:
    """A way in which the unseen cards may lie; each playout copies it."""

    __slots__ = ("hands", "memory")

    def __init__(self, memory: Memory, hands: list[list[str]]) -> None:
        self.memory, self.hands = memory, hands

    def play(self, first: str, predicted: Sequence[int], luck: Chance) -> float:
        """Return how far ahead the viewer scores if it plays `first` and everyone goes on quickly."""
        memory = self.memory
        rules, players = memory.rules, memory.players
        hands = [list(hand) for hand in self.hands]
        counts, taken = list(memory.counts), [list(cards) for cards in memory.taken]
        aside = memory.aside
        lead, cards = memory.lead, list(memory.gathering)
        while True:
            for at in range(len(cards), players):
                place = (lead + at) % players
                hand = hands[place]
                if first and place == memory.me:
                    card, first = first, ""
                else:
                    more = wants_more(predicted[place], counts[place], len(hand))
                    card = quick_card(hand, cards, rules.dominant[place], more, at == players - 1)
                hand.remove(card)
                cards.append(card)
            ruling = rules.decide(cards, lead)
            lead = (lead + ruling.place) % players
            if ruling.step != "lair":
                counts[lead] += 1
                taken[lead] += cards
                if aside is not None and aside[0] == lead:
                    taken[lead].append(aside[1])
                    aside = None
            cards = []
            if not hands[lead]:
                break
        return ahead(rules, memory.me, predicted, counts, taken)


def ahead(
    rules: Rules, me: int, predicted: Sequence[int], counts: Sequence[int], taken: Sequence[Sequence[str]]
) -> float:
    """Return the points of one place, less the mean of the others'."""
    points = [score(rules.scoring, *each).points for each in zip(predicted, counts, taken, strict=True)]
    return points[me] - (sum(points) - points[me]) / (len(points) - 1)


def deal(memory: Memory, luck: Chance, size: int) -> list[list[str]]:
    """Deal the unseen cards to the other hands, each of `size` before it plays.

    As far as possible nobody gets a colour that it did not follow.
    """
    players = memory.players
    played = {(memory.lead + at) % players for at in range(len(memory.gathering))}
    room = [0 if place == memory.me else size - (place in played) for place in range(players)]
    hands: list[list[str]] = [[] for _ in range(players)]
    hands[memory.me] = list(memory.hand)
    pile = list(memory.unseen)
    luck.shuffle(pile)
    if any(memory.voids):
        # the cards that fewest may hold come first
        pile.sort(key=lambda card: -sum(COLOR[card] in colors for colors in memory.voids))
        surplus = len(pile) - sum(room)
    else:
        surplus = 0
    for card in pile:
        color = COLOR[card]
        open_to = [place for place in range(players) if room[place] and color not in memory.voids[place]]
        if not open_to:
            if surplus > 0:
                surplus -= 1
                continue
            open_to = [place for place in range(players) if room[place]]
            if not open_to:
                break
        place = _by_room(open_to, room, luck)
        hands[place].append(card)
        room[place] -= 1
    return hands


def _by_room(places: Sequence[int], room: Sequence[int], luck: Chance) -> int:
    """Return one of the places, each with a chance by its room."""
    at = luck.below(sum(room[place] for place in places))
    for place in places:
        at -= room[place]
        if at < 0:
            return place
    raise AssertionError("the room of all places is more than that")
