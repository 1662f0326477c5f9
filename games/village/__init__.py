"""Please Don't Burn My Village!: bribe the dragon, visit the black market, or draw; the best bribes win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game
from games.engine.prompts import Choose, Clock
from games.engine.result import Result
from games.engine.scene import Line
from games.engine.side_stake import STAKE_TEXTS, StakedGame
from games.engine.table import Table
from games.phrases import N_, spelled, written
from games.texts import read_texts
from games.village.board import Board, DeckRanOut
from games.village.cards import (
    CARD_FACES,
    KINDS,
    NAMES,
    OF_A_KIND,
    STALLS,
    WILD,
    WILDS,
    card,
    describe_cards,
    kind_of,
    take,
)
from games.village.computer.lookahead import newcomer, sensible
from games.village.computer.shark import shark
from games.village.options import Options

WAYS = 23
"""The most ways to bribe on a page of the menu, which also needs options for the next page and going back."""
FRESH: Clock = "turn"
SAME: Clock = "same"
"""The clock of a turn's first question, and of all later ones.

A member who takes a choice back therefore gets no more time for the turn.
"""


class Village:
    """The course of one game: turns, and the three actions of a turn.

    A seat may take every choice back until its last part is given.
    """

    def __init__(self, table: Table, options: Options) -> None:
        self.table = table
        self.board = Board(table, options)

    async def play(self) -> Result:
        """Play turns until a card is missing, or all but one seat have left; return the result."""
        try:
            for seat in cycle(self.table.from_seat(self.board.first)):
                if len(self.table.ring) - len(self.table.gone) < 2:
                    break
                if seat not in self.table.gone:
                    await self.turn(seat)
        except DeckRanOut:
            self.table.tell("ran_out")
        return self.board.finish()

    async def turn(self, seat: int) -> None:
        """Play one action. Taking back a choice doesn't reset the turn's clock."""
        done, clock = False, FRESH
        while not done:
            self.board.tell_standing()
            self.table.phase("turn", seat=seat, deck=len(self.board.deck))
            action, _, value = (await self.table.ask(seat, self.turn_prompt(seat, clock))).partition("_")
            clock = SAME
            if action == "bribe":
                done = await self.bribe(seat, value)
            elif action == "stall":
                done = await self.visit(seat, int(value))
            else:
                self.board.draw(seat)
                done = True

    def turn_prompt(self, seat: int, clock: Clock = FRESH) -> Choose:
        """Return the question for a seat's action.

        Drawing is always possible, and is the default of an absent seat (PV-49, PV-R24).
        """
        board = self.board
        hand = board.hands[seat].cards
        treasures = len(hand) - hand.count(WILD)
        options = [f"bribe_{kind}" for kind in board.bribes[seat] if self._can_bribe(seat, kind)]
        for cost, stall in board.stalls.items():
            # one of the cards paid must be a Treasure (PV-33, PV-34, PV-37, PV-39)
            if stall.items and (cost == 0 or (treasures and len(hand) >= cost)):
                options.append(f"stall_{cost}")
        says = {f"stall_{cost}": describe_cards(stall.items) for cost, stall in board.stalls.items()}
        question = self.table.words["turn:asks" if board.deck else "turn:ends"]
        kinds = [option.removeprefix("bribe_") for option in options if option.startswith("bribe_")]
        ways = {(kind, *counts): kind for kind in kinds for counts in self._ways(seat, kind)}
        return Choose(
            "turn",
            (*options, "draw"),
            "draw",
            clock=clock,
            says={**says, "asks": Line(question), **self._gains(seat, ways)},
            # drawing from an empty deck ends the game (PV-51)
            confirm=() if board.deck or not options else ("draw",),
        )

    def _can_bribe(self, seat: int, kind: str) -> bool:
        """Tell whether the seat has a Treasure of the type, or a Wild to add to a bribe of that type."""
        hand = self.board.hands[seat].cards
        return card(kind) in hand or (bool(self.board.bribes[seat][kind].items) and WILD in hand)

    # ---- bribe

    def _ways(self, seat: int, kind: str) -> list[tuple[int, int]]:
        """Return the numbers of Treasures and Wilds that may go into a bribe."""
        board = self.board
        hand, bribe = board.hands[seat].cards, board.bribes[seat][kind]
        held, wilds = hand.count(card(kind)), hand.count(WILD)
        # without Treasures, the seat needs Wilds and an earlier bribe of the type to add them to
        fewest = 0 if bribe.items and wilds else 1
        return [
            (treasures, added)
            for treasures in range(held, fewest - 1, -1)
            for added in range(0 if treasures else 1, wilds + 1)
        ]

    def _gains(self, seat: int, ways: Mapping[tuple[str, int, int], str]) -> dict[str, Any]:
        """Return for hints the points now, those of the best way of each option in `ways`, and the best of all."""
        now = self.board.score(seat).points
        gains, most, best = dict[str, int](), now, None
        for (kind, treasures, wilds), option in ways.items():
            points = self.board.score_after(seat, kind, treasures, wilds)
            gains[option] = max(points, gains.get(option, points))
            if points > most:
                most, best = points, describe_cards([card(kind)] * treasures + [WILD] * wilds)
        return {"now": now, "most": most, **gains, **({"best": best} if best is not None else {})}

    async def bribe(self, seat: int, kind: str) -> bool:
        """Ask for the numbers of cards, then move the token and refill the stalls; False if taken back."""
        board = self.board
        hand, bribe = board.hands[seat].cards, board.bribes[seat][kind]
        counts = await self._ask_counts(seat, kind, self._ways(seat, kind))
        if counts is None:
            return False
        treasures, added = counts
        cards = take(hand, card(kind), treasures) + take(hand, WILD, added)
        bribe.items = sorted([*bribe.items, *cards])
        board.favor.move(kind, len(cards))
        cards_line, value = describe_cards(cards), board.favor.worth(kind)
        self.table.tell(
            "bribes", seat=seat, cards=tuple(cards), what=cards_line, card=card(kind), value=value
        )
        self.table.note(seat, "bribed", what=cards_line)
        board.refill(kind)
        return True

    async def _ask_counts(
        self, seat: int, kind: str, ways: Sequence[tuple[int, int]]
    ) -> tuple[int, int] | None:
        """Ask how many Treasures and Wilds go into a bribe, each way with its effect; None if the seat goes back.

        One question for both, so that a seat without Wilds is asked no more and no less than others, and never has a
        question with one answer. A hand with more ways than a menu holds gets further pages of the same question.
        """
        says: dict[str, object] = {"card": card(kind), "cards": NAMES[kind][1]}
        for n in sorted({sum(counts) for counts in ways}):
            says[f"after_{n}"] = self.board.favor.describe_move(kind, n)
        says |= self._gains(seat, {(kind, *counts): _option(*counts) for counts in ways})
        pages = [ways[at : at + WAYS] for at in range(0, len(ways), WAYS)]
        for page in cycle(pages):
            named = {_option(*counts): counts for counts in page}
            options = (*named, *(["more"] if len(pages) > 1 else []), "back")
            answer = await self.table.ask(seat, Choose("bribe", options, "back", clock=SAME, says=says))
            if answer != "more":
                return named.get(answer)
        raise AssertionError("pages go round")

    # ---- visit

    async def visit(self, seat: int, cost: int) -> bool:
        """Pay for a stall, take its cards, then curse the first card paid; False if taken back."""
        board = self.board
        payment = await self._ask_payment(seat, cost)
        if payment is None:
            return False
        hand, stall = board.hands[seat], board.stalls[cost]
        paid = [key for wanted in payment for key in take(hand.cards, wanted)]
        board.discards.items = sorted([*board.discards.items, *paid])
        bought, stall.items = stall.items, []
        hand.cards = sorted([*hand.cards, *bought])
        self.table.note(seat, "bought", cost=cost)
        says = {"cards": (*paid, *bought), "bought": describe_cards(bought), "paid": describe_cards(paid)}
        if not paid:
            self.table.tell("takes", None, seat=seat, **says)
            return True
        cursed = kind_of(paid[0])
        board.favor.move(cursed, -cost)
        self.table.tell("buys", None, seat=seat, card=paid[0], value=board.favor.worth(cursed), **says)
        return True

    async def _ask_payment(self, seat: int, cost: int) -> list[str] | None:
        """Ask for the cards to pay with, one by one; None if the seat goes back.

        The first card is a Treasure and will be cursed, so that a Treasure is always among them; the others may be
        anything (PV-36).
        """
        board, payment = self.board, list[str]()
        while len(payment) < cost:
            left = Counter(board.hands[seat].cards)
            left.subtract(payment)
            kinds = [kind for kind in NAMES if left[card(kind)] and (payment or kind != "wild")]
            says: dict[str, object] = {"cost": cost, "need": cost - len(payment), "paid": tuple(payment)}
            if payment:
                says |= {"card": payment[0], "move": board.favor.describe_move(kind_of(payment[0]), -cost)}
                says |= {f"has_{kind}": left[card(kind)] for kind in kinds}
            else:
                says |= {"what": describe_cards(board.stalls[cost].items)}
                says |= {f"after_{kind}": board.favor.describe_move(kind, -cost) for kind in kinds}
            prompt = Choose("pay" if payment else "curse", (*kinds, "back"), "back", clock=SAME, says=says)
            answer = await self.table.ask(seat, prompt)
            if answer == "back":
                return None
            payment.append(card(answer))
        return payment


def found_empty_hand(finish: Finish) -> Mapping[str, Any] | None:
    """Find a single winner with no card left in hand."""
    row = finish.row(finish.winners[0]) if len(finish.winners) == 1 else None
    return {} if row is not None and row.reason is not None and not row.reason.values["cost"] else None


def found_twice(finish: Finish) -> Mapping[str, Any] | None:
    """Find a winner with at least twice the points of the next seat."""
    points = sorted((row.points for row in finish.result.rows), reverse=True)
    return {} if len(points) > 1 and points[0] >= 2 * points[1] > 0 else None


FEATS = (
    Feat("perfect", "empty_hand", found_empty_hand),
    Feat("big", "twice", found_twice),
)


async def play(table: Table, options: Options) -> Result:
    """Play the game from the deal to the scores."""
    table.clear()
    return await Village(table, options).play()


MOST_WILDS = max(WILDS.values())


def _option(treasures: int, wilds: int) -> str:
    """Return the option of a way to bribe."""
    return f"x{treasures}w{wilds}"


def _way(treasures: int, wilds: int) -> str:
    """Return a way to bribe in words: its cards, then its effect."""
    effect = f"{{after_{treasures + wilds}:line}}"
    if not wilds:
        return f"{treasures}: {effect}"
    with_wilds = N_("1 Wild") if wilds == 1 else spelled("{n} Wilds", n=wilds)
    return written(f"{treasures} + " if treasures else "", with_wilds, f": {effect}")


class BurnMyVillage(StakedGame):
    """The data sheet of Please Don't Burn My Village."""

    key = "burn_my_village"
    texts = read_texts(
        __name__,
        STAKE_TEXTS,
        kind={kind: NAMES[kind][0] for kind in KINDS},
        kinds={kind: NAMES[kind][1] for kind in KINDS},
        paid={kind: name for kind, (name, _) in NAMES.items()},
        cost=STALLS,
        way={
            _option(n, wilds): _way(n, wilds) for n in range(OF_A_KIND + 1) for wilds in range(MOST_WILDS + 1)
        },
    )
    rulebook = "Please Don't Burn My Village!"
    version = 2
    seats = (2, 5)
    complexity = "medium"
    minutes = 20
    theme = "village"
    emblem = ("v:crown", "v:gem", "v:sword")
    options = Options
    cards = CARD_FACES
    feats = FEATS
    rated_after = 1
    policies = {"newcomer": newcomer, "regular": sensible, "shark": shark}
    play_for_points = staticmethod(play)


GAME: Game = BurnMyVillage()
