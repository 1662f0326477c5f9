"""One game of Tiamat, hand by hand: lives, hands, damage, and the hoard (TM)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from games.engine.prompts import Choose, Cost, Pick
from games.engine.result import Pay
from games.engine.scene import Gauge, Gauges, Hint, Line, SeatGauges
from games.engine.table import Table
from games.engine.table_objects import Hand, HandHint, Open, Reading
from games.gembones.tiamat import duel, side_bets
from games.gembones.tiamat.combinations import (
    HAND,
    MOST_DISCARDS,
    TIAMAT,
    Combination,
    combination_line,
    combination_of,
    damage_taken,
    tiamat_deck,
)
from games.gembones.tiamat.options import Options
from games.phrases import N_, spelled

STAKE: Mapping[str, int] = {"g100": 1}
CHANGE: Mapping[str, int] = {"g20": 4, "g10": 2}
"""A g100 in smaller gembones, which two partners can share (TM-R8)."""
LIFE = 10
BUY_BACKS = 3
"""The most times that one player may buy back in (TM-R9)."""
TEAMS = (N_("Chromatic"), N_("Metallic"))
METALLIC = 1


def lives(life: Mapping[int, int]) -> Gauges:
    """Return the life of every seat."""
    return Gauges("life", tuple(SeatGauges(seat, (Gauge("life", n, LIFE),)) for seat, n in life.items()))


class GameState:
    """One game: the life and team of each seat, its hand, and the times that it has bought back in.

    `caught`: seats that cheated at the roll for the deal; they play no hand, and their stakes are the bank's.
    `counters`, `shown` and `hoard` are zones on the table. `duellists`, `bets` and `bet_pays` are empty until a duel
    has been fought.
    """

    def __init__(
        self, table: Table, options: Options, seats: Sequence[int], caught: Collection[int] = ()
    ) -> None:
        self.table, self.options, self.seats = table, options, list(seats)
        self.caught = caught
        self.life = {seat: 0 if seat in caught else LIFE for seat in seats}
        self.buy_backs = dict.fromkeys(seats, 0)
        # without teams every seat is a team of one; in Bahamut seats alternate between the two teams
        self.team = {seat: place % 2 if options.bahamut else seat for place, seat in enumerate(seats)}
        self.counters = {seat: Open("life", [], seat) for seat in seats}
        self.hands: dict[int, Hand] = {}
        self.shown = {seat: Open("showed", [], seat) for seat in seats}
        self.hoard = Open("hoard", [])
        self.duellists: tuple[int, ...] = ()
        self.bets: list[side_bets.Bet] = []
        self.bet_pays: list[Pay] = []
        table.show(self.hoard, *self.counters.values(), *self.shown.values())
        table.show(Reading(partial(lives, self.life)))
        for seat in seats:
            self.turn_counter(seat)

    def players(self) -> list[int]:
        """Return the seats with life left, in their order."""
        return [seat for seat in self.seats if self.life[seat]]

    def sides(self) -> set[int]:
        """Return the teams, or without teams the seats, that are still in."""
        return {self.team[seat] for seat in self.players()}

    def after(self, seat: int) -> list[int]:
        """Return the players clockwise, beginning on the left of a seat."""
        players = self.players()
        start = next((place for place, player in enumerate(players) if player > seat), 0)
        return players[start:] + players[:start]

    def turn_counter(self, seat: int) -> None:
        """Turn the g100 of a seat, whose tens show the life that is left, and update the hoard (TM-06, TM-R2)."""
        life, counter = self.life[seat], self.counters[seat]
        counter.name = (
            spelled("{team} life {life}", team=TEAMS[self.team[seat]], life=life)
            if self.options.bahamut
            else spelled("life {life}", life=life)
        )
        counter.items = [f"g100:{life % LIFE * 10:02}"] if life else []
        if life:
            self.table.seats.notes.pop(seat, None)
            self.table.seats.out.discard(seat)
        else:
            self.table.note(seat, "out")
            self.table.seats.out.add(seat)
        out = [seat for seat, n in self.life.items() if not n and seat not in self.caught]
        lost = len(out) + sum(self.buy_backs.values())
        self.hoard.items = [f"{lost}g100"] if lost else []

    def is_metallic(self, seat: int) -> bool:
        """Return True if a seat is in the Metallic team."""
        return self.options.bahamut and self.team[seat] == METALLIC

    # ---- a hand

    async def play_hand(self, dealer: int) -> dict[int, Combination]:
        """Deal, discard, replace and reveal, and return the combinations shown (TM-08 to TM-14)."""
        table, order = self.table, self.after(dealer)
        table.phase("hand", dealer=dealer)
        for seat in self.seats:
            self.shown[seat].items = []
        # the next hand is dealt at once, so the last one stays in view until its showdown
        self.lay_out_hands()
        deck = tiamat_deck()
        hands = self.hands = {seat: Hand(seat, []) for seat in order}
        discards = {seat: Hand(seat, [], "discarded") for seat in order}
        table.show(
            *discards.values(),
            *hands.values(),
            *(HandHint(seat, partial(self._hint, seat)) for seat in order),
        )
        for _ in range(HAND):
            for seat in order:
                hands[seat].cards.append(table.chance.draw(deck))
        for seat in order:
            table.tell("dealt", (seat,), cards=tuple(hands[seat].cards))
        asks = {
            seat: Pick(
                "discard", tuple(hands[seat].cards), 0, MOST_DISCARDS, [], says={"most": MOST_DISCARDS}
            )
            for seat in order
        }
        chosen = await table.ask_each(asks)
        for seat, places in chosen.items():
            discards[seat].cards += [hands[seat].cards[place] for place in places]
            table.tell("discards" if places else "keeps_all", seat=seat, n=len(places))
        for turn in range(MOST_DISCARDS):
            for seat in order:
                if turn < len(chosen[seat]):
                    # a new card takes the place of the old one (TM-R16)
                    hands[seat].cards[chosen[seat][turn]] = table.chance.draw(deck)
        table.tell("showdown")
        table.take_off(HandHint)
        for seat, hand in hands.items():
            hand.show()
            # the previous hand makes room for this one
            self.shown[seat].items = []
            table.tell(
                "reveals",
                seat=seat,
                cards=tuple(hand.cards),
                what=combination_line(hand.cards, self.is_metallic(seat)),
            )
        return {seat: combination_of(hand.cards) for seat, hand in hands.items()}

    def lay_out_hands(self) -> None:
        """Lay the cards of the last hand before the seats, named by their dragons, and take the hands off the table."""
        for seat, hand in self.hands.items():
            self.shown[seat].items = list(hand.cards)
            self.shown[seat].name = combination_line(hand.cards, self.is_metallic(seat)).text
        self.table.take_off(Hand)
        self.table.take_off(HandHint)

    def _hint(self, seat: int) -> Hint:
        """Return the hint next to a hand: its present combination and damage."""
        cards, words = self.hands[seat].cards, self.table.words
        what = combination_line(cards, self.is_metallic(seat))
        says = {"what": what, "n": combination_of(cards).damage}
        return Hint(Line(words["worth"], says), (what, Line(words["worth:short"], says)))

    def deal_damage(self, hands: Mapping[int, Combination]) -> int:
        """Let the best combination hurt the others, and return the damage done in all (TM-17 to TM-22)."""
        taken = damage_taken(hands, self.team)
        best = max(hand.rank for hand in hands.values())
        out = []
        for seat, n in taken.items():
            self.life[seat] = max(0, self.life[seat] - n)
            if n:
                self.table.tell("hurt", seat=seat, n=n, life=self.life[seat])
            if not self.life[seat]:
                out.append(seat)
        if not self.players():
            # no player is left to win: all who went out in this hand come back with one life (TM-R6)
            self.life.update(dict.fromkeys(out, 1))
            self.table.tell("all_out", seats=tuple(out))
            out = []
        for seat in out:
            biters = [
                foe for foe, hand in hands.items() if hand.rank == best and self.team[foe] != self.team[seat]
            ]
            self.table.tell("out", seat=seat, by=tuple(biters))
        for seat in taken:
            self.turn_counter(seat)
        if not any(taken.values()):
            self.table.tell("no_damage")
        return sum(taken.values())

    # ---- after a hand

    async def offer_buy_back(self, hands: Mapping[int, Combination]) -> None:
        """Offer players who went out in this hand to buy back in, unless Tiamat has ended the game (TM-34, TM-R9)."""
        # a Tiamat does not end the game if its holder has gone out too
        if len(self.sides()) == 1 and any(hands[seat].rank == TIAMAT for seat in self.players()):
            return
        cost = Cost(CHANGE if self.options.bahamut else STAKE)
        prompt = Choose("buy_back", ("buy", "pass"), "pass", clock="window", public=True, costs={"buy": cost})
        asked = [seat for seat in hands if not self.life[seat] and self.buy_backs[seat] < BUY_BACKS]
        for seat, answer in (await self.table.ask_each(dict.fromkeys(asked, prompt))).items():
            if answer == "buy":
                self.buy_backs[seat] += 1
                self.life[seat] = LIFE
                self.table.tell("buys_back", seat=seat)
                self.turn_counter(seat)

    async def offer_duel(self, hands: Mapping[int, Combination]) -> None:
        """Offer the last two a duel to decide a tie; the loser is out for good (TM-36, TM-R10)."""
        pair = {seat: self.life[seat] for seat in self.players()}
        if not await duel.both_agree(self.table, pair):
            return
        one, other = pair
        # in points no purse is touched, and that includes the spectators' (PTS-R2)
        winner, self.bets = await duel.fight(
            self.table, (one, other), hands[one].damage, betting=not self.options.for_points
        )
        loser = other if winner == one else one
        self.life[loser] = 0
        self.table.tell("out", seat=loser)
        for seat in pair:
            self.turn_counter(seat)
        self.duellists = (one, other)
        self.bet_pays = side_bets.settle_bets(self.bets, winner)
        if self.bets and not self.bet_pays:
            self.table.tell("bets_back")
        self.bet_pays += await side_bets.ask_tips(self.table, self.bet_pays, winner)

    # ---- the end

    def fallen_partners(self) -> list[int]:
        """Return seats that are out and whose partner has won alone; to share with them is good form (TM-31)."""
        winners = self.players()
        teams = [self.team[seat] for seat in winners]
        return [seat for seat in self.seats if self.team[seat] in teams and seat not in winners]

    def payments(self) -> list[Pay]:
        """Return the payments of the hoard to the last player, or in equal parts to the last two partners.

        The stakes of buy-backs are lost too, even the winner's own, who keeps only the last one (TM-R15).
        """
        winners = self.players()
        again = CHANGE if self.options.bahamut else STAKE
        hoard = [(seat, STAKE) for seat in self.seats if seat not in winners and seat not in self.caught]
        hoard += [(seat, again) for seat in self.seats for _ in range(self.buy_backs[seat])]
        return share_hoard(hoard, winners)


def share_hoard(hoard: Sequence[tuple[int, Mapping[str, int]]], winners: Sequence[int]) -> list[Pay]:
    """Return the payments that split stakes into equal parts for the winners.

    `hoard`: each stake as its seat and its gembones. A stake that is left over is broken into smaller gembones (TM-R8).
    The stake of a buy-back comes in those. A whole g100 is left over only if the other opponent was caught cheating:
    its owner gets it back, and owes each winner half of it in change.
    """
    even = len(hoard) - len(hoard) % len(winners)
    owed = Counter[tuple[int, int, str, bool]]()
    for place, (seat, stake) in enumerate(hoard):
        takers = [winners[place % len(winners)]] if place < even else winners
        changed = len(takers) > 1 and stake == STAKE
        for taker in takers:
            for unit, n in (CHANGE if changed else stake).items():
                owed[seat, taker, unit, changed] += n // len(takers)
    return [Pay(seat, taker, unit, n, late) for (seat, taker, unit, late), n in owed.items() if seat != taker]
