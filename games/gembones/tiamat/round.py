"""One game of Tiamat as it stands: lives, hands, and what happens to them (TM)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from games.engine import Choose, Cost, Hand, HandHint, Line, Open, Pay, Pick, Table
from games.gembones.tiamat import duel, side_bets
from games.gembones.tiamat.combinations import (
    HAND,
    TIAMAT,
    Combination,
    combination,
    hits,
    named,
    tiamat_deck,
)
from games.gembones.tiamat.computer import MOST

if TYPE_CHECKING:
    from games.gembones.tiamat import Options

STAKE: Mapping[str, int] = {"g100": 1}
CHANGE: Mapping[str, int] = {"g20": 4, "g10": 2}
"""A g100 in parts that two can share (TM-R8, GEM-R2)."""
LIFE = 10
BUY_BACKS = 3
"""The most of one player (TM-R9)."""
TEAMS = ("Chromatic", "Metallic")
METALLIC = 1


class Round:
    """One game: who is in and with how much life, who has bought back, and who plays for whom."""

    def __init__(self, table: Table, options: Options, seats: Sequence[int]) -> None:
        self.table, self.options, self.seats = table, options, list(seats)
        self.life = dict.fromkeys(seats, LIFE)
        self.bought = dict.fromkeys(seats, 0)
        # without teams everybody is one; seats alternate between the two of Bahamut (TM-R8)
        self.team = {seat: at % 2 if options.bahamut else seat for at, seat in enumerate(seats)}
        self.counters = {seat: Open("life", [], seat) for seat in seats}
        self.hands: dict[int, Hand] = {}
        self.showed = {seat: Open("showed", [], seat) for seat in seats}
        self.hoard = Open("hoard", [])
        self.duellists: tuple[int, ...] = ()
        self.bets: list[side_bets.Bet] = []
        self.won_bets: list[Pay] = []
        table.show(self.hoard, *self.counters.values(), *self.showed.values())
        for seat in seats:
            self.turn_counter(seat)

    def players(self) -> list[int]:
        """The seats with life left, in their order."""
        return [seat for seat in self.seats if self.life[seat]]

    def sides(self) -> set[int]:
        """The teams, or without teams the seats, that are still in."""
        return {self.team[seat] for seat in self.players()}

    def after(self, seat: int) -> list[int]:
        """The players clockwise, beginning on a seat's left."""
        players = self.players()
        at = next((at for at, player in enumerate(players) if player > seat), 0)
        return players[at:] + players[:at]

    def turn_counter(self, seat: int) -> None:
        """The g100 shows the life that remains by its tens (TM-06, TM-07, TM-R2), and is named by it."""
        life, counter = self.life[seat], self.counters[seat]
        team = f"{TEAMS[self.team[seat]]} " if self.options.bahamut else ""
        counter.name = f"{team}life {life}"
        counter.items = [f"g100:{life % LIFE * 10:02}"] if life else []
        if life:
            self.table.seats.notes.pop(seat, None)
            self.table.seats.out.discard(seat)
        else:
            self.table.note(seat, "out")
            self.table.seats.out.add(seat)
        lost = sum(not n for n in self.life.values()) + sum(self.bought.values())
        self.hoard.items = [f"{lost}g100"] if lost else []

    def metallic(self, seat: int) -> bool:
        """Whether a seat's dragons are those of the Metallic team."""
        return self.options.bahamut and self.team[seat] == METALLIC

    # ---- a hand

    async def hand(self, dealer: int) -> dict[int, Combination]:
        """Deal, discard, replace and reveal (TM-08 to TM-14)."""
        table, order = self.table, self.after(dealer)
        table.phase("hand", dealer=dealer)
        for seat in self.seats:
            # the next hand is dealt at once, so what was shown in the last one stays to be looked at
            self.showed[seat].items = []
        self.put_aside()
        deck = tiamat_deck()
        hands = self.hands = {seat: Hand(seat, []) for seat in order}
        gone = {seat: Hand(seat, [], "discarded") for seat in order}
        table.show(
            *gone.values(), *hands.values(), *(HandHint(seat, partial(self._worth, seat)) for seat in order)
        )
        for _ in range(HAND):
            for seat in order:
                hands[seat].cards.append(table.chance.draw(deck))
        for seat in order:
            table.tell("dealt", (seat,), cards=tuple(hands[seat].cards))
        asks = {
            seat: Pick("discard", tuple(hands[seat].cards), 0, MOST, [], says={"most": MOST})
            for seat in order
        }
        chosen = await table.ask_each(asks)
        for seat, places in chosen.items():
            gone[seat].cards += [hands[seat].cards[place] for place in places]
            table.tell("discards" if places else "keeps_all", seat=seat, n=len(places))
        for turn in range(MOST):
            for seat in order:
                if turn < len(chosen[seat]):
                    # a new card lies where the old one lay (TM-R16)
                    hands[seat].cards[chosen[seat][turn]] = table.chance.draw(deck)
        table.tell("showdown")
        table.take_off(HandHint)
        for seat, hand in hands.items():
            hand.show()
            # what the last hand showed makes room for this one
            self.showed[seat].items = []
            table.tell(
                "reveals", seat=seat, cards=tuple(hand.cards), what=named(hand.cards, self.metallic(seat))
            )
        return {seat: combination(hand.cards) for seat, hand in hands.items()}

    def put_aside(self) -> None:
        """What the hands showed stays before the seats, under its dragon's name, and the hands leave the table."""
        for seat, hand in self.hands.items():
            self.showed[seat].items = list(hand.cards)
            self.showed[seat].name = named(hand.cards, self.metallic(seat)).text
        self.table.take_off(Hand)
        self.table.take_off(HandHint)

    def _worth(self, seat: int) -> Line:
        """What a seat's hand would do if all were shown now."""
        cards = self.hands[seat].cards
        what = named(cards, self.metallic(seat))
        return Line(self.table.words["worth"], {"what": what, "n": combination(cards).damage})

    def bite(self, hands: Mapping[int, Combination]) -> int:
        """The best hurt the others, and the counters are turned (TM-17 to TM-22); gives the damage done in all."""
        taken = hits(hands, self.team)
        out = []
        for seat, n in taken.items():
            self.life[seat] = max(0, self.life[seat] - n)
            if n:
                self.table.tell("hurt", seat=seat, n=n, life=self.life[seat])
            if not self.life[seat]:
                out.append(seat)
        if not self.players():
            # nobody is left to win: they all come back, with one life each (TM-R6)
            self.life.update(dict.fromkeys(out, 1))
            self.table.tell("all_out", seats=tuple(out))
            out = []
        for seat in out:
            self.table.tell("out", seat=seat)
        for seat in taken:
            self.turn_counter(seat)
        if not any(taken.values()):
            self.table.tell("no_damage")
        return sum(taken.values())

    # ---- after a hand

    async def buy_back(self, hands: Mapping[int, Combination]) -> None:
        """Who was eliminated in this hand may come back (TM-33, TM-R9), unless Tiamat has ended the game (TM-34)."""
        if len(self.sides()) == 1 and any(hand.rank == TIAMAT for hand in hands.values()):
            return
        cost = Cost(CHANGE if self.options.bahamut else STAKE)
        prompt = Choose("buy_back", ("buy", "pass"), "pass", clock="window", public=True, costs={"buy": cost})
        asked = [seat for seat in hands if not self.life[seat] and self.bought[seat] < BUY_BACKS]
        for seat, answer in (await self.table.ask_each(dict.fromkeys(asked, prompt))).items():
            if answer == "buy":
                self.bought[seat] += 1
                self.life[seat] = LIFE
                self.table.tell("buys_back", seat=seat)
                self.turn_counter(seat)

    async def duel(self, hands: Mapping[int, Combination]) -> None:
        """The last two may fight out a tie; the loser is eliminated for good (TM-36, TM-R10)."""
        pair = {seat: self.life[seat] for seat in self.players()}
        if not await duel.agreed(self.table, pair):
            return
        one, other = pair
        # in points no purse is touched, the spectators' neither (PTS-R2)
        winner, self.bets = await duel.fight(
            self.table, (one, other), hands[one].damage, betting=not self.options.for_points
        )
        loser = other if winner == one else one
        self.life[loser] = 0
        self.table.tell("out", seat=loser)
        for seat in pair:
            self.turn_counter(seat)
        self.duellists = (one, other)
        self.won_bets = side_bets.settle(self.bets, winner)
        if self.bets and not self.won_bets:
            self.table.tell("bets_back")
        self.won_bets += await side_bets.tips(self.table, self.won_bets, winner)

    # ---- the end

    def fallen_partners(self) -> list[int]:
        """Whose partner has won alone: to share with them is good form (TM-31)."""
        winners = self.players()
        teams = [self.team[seat] for seat in winners]
        return [seat for seat in self.seats if self.team[seat] in teams and seat not in winners]

    def pays(self) -> list[Pay]:
        """The hoard goes to the last player, or is split between the last two partners (TM-24, TM-29, TM-30).

        A stake that was bought back with is lost too, whoever wins; the winner's last one is returned (TM-R15).
        """
        winners = self.players()
        again = CHANGE if self.options.bahamut else STAKE
        hoard = [(seat, STAKE) for seat in self.seats if seat not in winners]
        hoard += [(seat, again) for seat in self.seats for _ in range(self.bought[seat])]
        return share(hoard, winners)


def share(hoard: Sequence[tuple[int, Mapping[str, int]]], winners: Sequence[int]) -> list[Pay]:
    """Stakes, by who put them up and in which gembones, in equal parts to the winners.

    What does not come out even is broken (TM-R8). It is the last, which was bought back with: of two partners who
    win together, both opponents have lost the g100 that they began with.
    """
    even = len(hoard) - len(hoard) % len(winners)
    owed = Counter[tuple[int, int, str]]()
    for at, (seat, stake) in enumerate(hoard):
        takers = [winners[at % len(winners)]] if at < even else winners
        for taker in takers:
            for unit, n in stake.items():
                owed[seat, taker, unit] += n // len(takers)
    return [Pay(seat, taker, unit, n) for (seat, taker, unit), n in owed.items() if seat != taker]
