"""Playouts of the wyrms: quick players finish a cycle with all cards known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.engine.chance import Chance
from games.wyrms.computer.memory import Memory
from games.wyrms.computer.packed import (
    CATCH,
    COLOR,
    COLOR_OF_BIT,
    COLORED,
    COLORLESS,
    KNIGHT_BITS,
    QUEEN,
    ROW,
    TREASURES,
    PackedRules,
    Packer,
    points,
)
from games.wyrms.scoring import Scoring

DUCKS = 5
"""With more cards left than this, a quick player goes on taking after its prediction is fulfilled.

So early, it would hardly stay fulfilled."""
_LOW = (1 << 3 * ROW) - 1
"""The lowest three ranks (Lairs, Treasures and 1s), which a quick player gives away before a Knight."""
_DANGEROUS = 5 * ROW
"""The lowest bit of the ranks that a quick player sheds before a Knight: they might take a gathering later."""


def wants_more(predicted: int, taken: int, left: int) -> bool:
    """Tell whether a quick player tries to take a gathering: unless its prediction is fulfilled and may last."""
    return predicted != taken or left > DUCKS


def legal_cards(hand: int, led: int) -> int:
    """Return the legal cards of a hand."""
    return hand & (led | COLORLESS) if hand & led else hand


def winning_cards(legal: int, gathering: int, led: int, dominant: int) -> int:
    """Return the cards that would take a gathering if nobody played after them."""
    if gathering & QUEEN:
        return 0
    caught = gathering >> CATCH & TREASURES
    pair = gathering & caught
    # of several pairs the last one wins, unless one is dominant
    catching = 0 if pair & dominant else legal & caught
    if pair:
        return legal & QUEEN | catching
    strong = gathering & dominant
    if strong:
        top = strong.bit_length()
        above = (legal & dominant) >> top << top
    elif led:
        top = (gathering & led).bit_length()
        above = legal & dominant | (legal & led) >> top << top
    else:
        above = legal & COLORED
    # a Great Wyrm is caught by its Treasure
    return above & ~((gathering & TREASURES) << CATCH) | catching | legal & QUEEN


def quick_card(hand: int, gathering: int, led: int, dominant: int, more: bool, last: bool) -> int:
    """Choose a quick player's card; `more`: it wants to take the gathering; `last`: it plays last."""
    legal = legal_cards(hand, led)
    if not legal & legal - 1:
        return legal
    winning = winning_cards(legal, gathering, led, dominant)
    if more:
        if not winning:
            low = legal & _LOW or legal & KNIGHT_BITS or legal
            return low & -low
        catching = winning & gathering >> CATCH & TREASURES
        plain = winning & ~(dominant | QUEEN)
        if last:
            least = catching or plain or winning
            return least & -least
        most = winning & QUEEN or catching or winning & dominant or plain
        return 1 << most.bit_length() - 1
    losing = legal & ~winning if led else 0
    if losing:
        # shed high cards first, since they may take a gathering later; Knights are harmless
        high = (losing & COLORED) >> _DANGEROUS << _DANGEROUS
        return 1 << (high or losing & KNIGHT_BITS or losing).bit_length() - 1
    legal = legal & ~QUEEN or legal
    if last:
        return 1 << (legal & dominant or legal & COLORED or legal).bit_length() - 1
    least = legal & KNIGHT_BITS or legal & ~dominant or legal
    return least & -least


class Position(NamedTuple):
    """A cycle as one seat remembers it, in packed cards; seats are identified by place at the table."""

    rules: PackedRules
    scoring: Scoring
    me: int
    hand: int
    lead: int
    gathering: tuple[int, ...]
    counts: tuple[int, ...]
    taken: tuple[int, ...]
    aside: tuple[int, int] | None
    voids: tuple[int, ...]
    """The cards that each place is known not to hold."""
    unseen: tuple[int, ...]


def packed(memory: Memory) -> Position:
    """Convert a seat's memory to packed cards."""
    bits = Packer().bits
    rules = memory.rules
    return Position(
        PackedRules(
            tuple(COLOR[color] if color else 0 for color in rules.dominant),
            rules.personal,
            rules.powerful_lair,
        ),
        rules.scoring,
        memory.me,
        sum(bits(memory.hand)),
        memory.lead,
        bits(memory.gathering),
        memory.counts,
        tuple(sum(bits(cards)) for cards in memory.taken),
        (memory.aside[0], bits([memory.aside[1]])[0]) if memory.aside else None,
        tuple(sum(COLOR[color] for color in colors) for colors in memory.voids),
        bits(memory.unseen),
    )


def play_on(position: Position, hands: Sequence[int], first: int, predicted: Sequence[int]) -> float:
    """Play `first`, finish the cycle with quick players, and return the viewer's lead over the others' average.

    If `first` is 0, the viewer's first card is a quick player's too.
    """
    rules, counts, taken, aside = position.rules, list(position.counts), list(position.taken), position.aside
    players, left, me = len(counts), list(hands), position.me
    lead, cards, dominant = position.lead, list(position.gathering), rules.dominant
    last = players - 1
    while True:
        gathering = sum(cards)
        led = rules.led(cards) if cards else 0
        for at in range(len(cards), players):
            place = lead + at
            if place > last:
                place -= players
            hand = left[place]
            if first and place == me:
                card, first = first, 0
            else:
                more = predicted[place] != counts[place] or hand.bit_count() > DUCKS
                card = quick_card(hand, gathering, led, dominant[place], more, at == last)
            left[place] = hand ^ card
            gathering |= card
            cards.append(card)
            led = led or COLOR_OF_BIT[card]
        at, discarded = rules.decide(cards, gathering, lead)
        lead = (lead + at) % players
        if not discarded:
            counts[lead] += 1
            taken[lead] |= gathering
            if aside is not None and aside[0] == lead:
                taken[lead] |= aside[1]
                aside = None
        cards = []
        if not left[lead]:
            break
    own = [points(position.scoring, *each) for each in zip(predicted, counts, taken, strict=True)]
    return own[me] - (sum(own) - own[me]) / (players - 1)


def dealing(position: Position, size: int) -> Callable[[Chance], list[int]]:
    """Return a function that deals the unseen cards to the other hands.

    These had `size` cards at the start of the current gathering. Nobody gets a colour that they didn't follow, unless
    the cards can't be dealt otherwise.
    """
    voids, players, me = position.voids, len(position.counts), position.me
    played = {(position.lead + at) % players for at in range(len(position.gathering))}
    rooms = [0 if place == me else size - (place in played) for place in range(players)]
    surplus = len(position.unseen) - sum(rooms)
    # who may hold a card that not everyone may hold
    holders = {
        card: [place for place in range(players) if rooms[place] and not card & voids[place]]
        for card in position.unseen
        if any(card & cards for cards in voids)
    }
    bars = {card: -sum(card & cards != 0 for cards in voids) for card in holders}

    def deal(luck: Chance) -> list[int]:
        room, spare, hands = [*rooms], surplus, [0] * players
        hands[me] = position.hand
        pile = list(position.unseen)
        luck.shuffle(pile)
        if holders:
            # deal the most restricted cards first, while the hands that may hold them have room
            restricted = sorted([card for card in pile if card in holders], key=bars.__getitem__)
            pile = [card for card in pile if card not in holders]
            for card in restricted:
                open_to = [place for place in holders[card] if room[place]]
                if not open_to:
                    if spare > 0:
                        spare -= 1
                        continue
                    open_to = [place for place in range(players) if room[place]]
                    if not open_to:
                        break
                # a random one of these, by the room that its hand has left
                rest = luck.below(sum([room[place] for place in open_to]))
                for place in open_to:
                    rest -= room[place]
                    if rest < 0:
                        hands[place] |= card
                        room[place] -= 1
                        break
        at = 0
        for place, free in enumerate(room):
            if free:
                hands[place] |= sum(pile[at : at + free])
                at += free
        return hands

    return deal
