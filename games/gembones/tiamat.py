"""Tiamat: five coloured cards, up to four discards, and the best dragon bites everybody else (TM)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pydantic import Field

from games.engine import Choose, Cost, Game, Hand, Line, Open, Pay, Pick, Result, Table, shows
from games.gembones import side_bets, tiamat_duel
from games.gembones.characters import RULES as SPOT_RULES
from games.gembones.characters import SECONDS, SpotlightOptions, unmoved
from games.gembones.characters import WORDS as SPOT_WORDS
from games.gembones.guide import GUEST
from games.gembones.point_race import WORDS as POINT_WORDS
from games.gembones.point_race import Goal, by_points
from games.gembones.points import Length, money_for
from games.gembones.spotlight import Spotlight
from games.gembones.stakes import WORDS as STAKE_WORDS
from games.gembones.stakes import rows_of, stakes_window
from games.gembones.tiamat_hands import HAND, TIAMAT, Combination, combination, hits, named, tiamat_deck
from games.gembones.tiamat_player import MOST, guest, sensible

STAKE: Mapping[str, int] = {"g100": 1}
CHANGE: Mapping[str, int] = {"g20": 4, "g10": 2}
"""A g100 in parts that two can share (TM-R8, GEM-R2)."""
LIFE = 10
MOST_GAMES: Mapping[Length, int] = {"quick": 1, "full": 5}
"""Of a match for points (TM-41, TM-42)."""
BUY_BACKS = 3
"""The most of one player (TM-R9)."""
TEAMS = ("Chromatic", "Metallic")
METALLIC = 1
PARTNERS = 4
"""The players of Bahamut: two teams of two (TM-27)."""


class Options(SpotlightOptions):
    """Options of Tiamat."""

    bahamut: bool = Field(
        False,
        title="Bahamut",
        description="Two teams of two, Chromatic and Metallic; partners never hurt each other. Four players.",
        json_schema_extra=shows(
            "Ann and Cid are Chromatic, Bob and Dot Metallic. Ann's Adult Dragon hurts Bob and Dot, and never Cid."
        ),
    )
    dracolich: bool = Field(
        False,
        title="Dracolich",
        description="Who is out may buy back in with another g100, up to three times.",
        json_schema_extra=shows("Bob is out, and buys back in with a g100: ten lives again."),
    )
    dueling_dragons: bool = Field(
        False,
        title="Dueling Dragons",
        description="The last two may fight out a tie with their dragons, if both agree.",
        json_schema_extra=shows(
            "Both have a Young Dragon: 30 hit points each. Ann claws, Bob soars: he takes nothing, she takes 1g6."
        ),
    )


def point_target(length: Length) -> int:
    """The games that win a match for points: one, or three of at most five (TM-41, TM-42, TM-R13)."""
    return 1 if length == "quick" else 3


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won; in Bahamut the wins are the team's (TM-R13)."""
    sides = {seat: at % 2 for at, seat in enumerate(table.ring)} if options.bahamut else {}
    return Goal(point_target(options.length), MOST_GAMES[options.length], sides)


# ---- one game


class Brood:
    """One game: who is in and with how much life, who has bought back, and who plays for whom."""

    def __init__(self, table: Table, options: Options, seats: Sequence[int]) -> None:
        self.table, self.options, self.seats = table, options, list(seats)
        self.life = dict.fromkeys(seats, LIFE)
        self.bought = dict.fromkeys(seats, 0)
        # without teams everybody is one; seats alternate between the two of Bahamut (TM-R8)
        self.team = {seat: at % 2 if options.bahamut else seat for at, seat in enumerate(seats)}
        self.counters = {
            seat: Open(f"{TEAMS[self.team[seat]]} life" if options.bahamut else "life", [], seat)
            for seat in seats
        }
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
        """The g100 shows the life that remains by its tens (TM-06, TM-07, TM-R2)."""
        life = self.life[seat]
        self.counters[seat].items = [f"g100:{life % LIFE * 10:02}"] if life else []
        self.table.note(seat, "life" if life else "out", n=life)
        if life:
            self.table.seats.out.discard(seat)
        else:
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
            self.showed[seat].items = list(self.hands[seat].cards) if seat in self.hands else []
        table.take_off(Hand)
        deck = tiamat_deck()
        hands = self.hands = {seat: Hand(seat, []) for seat in order}
        gone = {seat: Hand(seat, [], "discarded") for seat in order}
        table.show(*gone.values(), *hands.values())
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
        for seat, hand in hands.items():
            hand.show()
            table.tell(
                "reveals", seat=seat, cards=tuple(hand.cards), what=named(hand.cards, self.metallic(seat))
            )
        return {seat: combination(hand.cards) for seat, hand in hands.items()}

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
        if not await tiamat_duel.agreed(self.table, pair):
            return
        one, other = pair
        # in points no purse is touched, the spectators' neither (PTS-R2)
        winner, self.bets = await tiamat_duel.fight(
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


async def first_dealer(table: Table, seats: Sequence[int], spot: Spotlight) -> int:
    """Everybody rolls the g100; the highest deals first, and equals roll again (TM-05, TM-R14)."""
    rolling = list(seats)
    while True:
        rolls = {seat: table.chance.die(100) for seat in rolling}
        for seat, face in rolls.items():
            table.tell("rolls", seat=seat, dice=(f"g100:{face}",))
        fallen = {seat: [("g100", face)] for seat, face in rolls.items()}
        fallen = await spot.rolled(fallen, lambda seat, dice: None, dict.fromkeys(seats, STAKE))
        rolls = {seat: face for seat, [(_, face)] in fallen.items()}
        rolling = [seat for seat, face in rolls.items() if face == max(rolls.values())]
        if len(rolling) == 1:
            return rolling[0]


async def play(table: Table, options: Options) -> Result:
    """One game, hand after hand, in the rulebook's order (TM-03 to TM-24)."""
    table.clear()
    seats = [*await stakes_window(table, "1g100", STAKE)]
    if len(seats) < (PARTNERS if options.bahamut else 2):
        return Result(Line(table.words["result:nothing"]), rows_of(table.ring, [], {}))
    spot = Spotlight(table, options)
    dealer = await first_dealer(table, seats, spot)
    game = Brood(table, options, seats)
    for seat in spot.caught:
        game.life[seat] = 0
        game.turn_counter(seat)
    if not game.sides():
        return Result(Line(table.words["result:nothing"]), rows_of(table.ring, [], {}))
    while len(game.sides()) > 1:
        hands = await game.hand(dealer)
        damage = game.bite(hands)
        if options.dracolich:
            await game.buy_back(hands)
        if options.dueling_dragons and not damage and len(game.players()) == 2:
            await game.duel(hands)
        dealer = game.after(dealer)[0]
    return await spot.finish(_finish(table, game), house=False)


def _finish(table: Table, game: Brood) -> Result:
    """Who takes the hoard, and with how much life everybody stands there."""
    words, winners, pays = table.words, game.players(), [*game.pays(), *game.won_bets]
    why = dict.fromkeys(table.ring, Line(words["note:passes"]))
    for seat in game.seats:
        why[seat] = Line(words["why" if game.life[seat] else "why:out"], {"n": game.life[seat]})
    why |= side_bets.why(game.bets, words)
    for seat in winners:
        table.tell("wins", seat=seat)
    headline = Line(words["result:won" if len(winners) == 1 else "result:team"], {"seats": tuple(winners)})
    rows = rows_of([*table.ring, *(bet.seat for bet in game.bets)], pays, why, winners)
    notes = [Line(words["result:share"], {"seat": seat}) for seat in game.fallen_partners()]
    if game.duellists:
        notes.append(Line(words["result:tips"]))
    # the house tips whoever has shown its guests a duel (TM-40)
    return Result(headline, rows, tuple(pays), notes=tuple(notes), tips=game.duellists)


RULES = """\
**Five cards, five colours. Gather one dragon, or all five of Tiamat's heads, and be the last one alive.**

1. Everybody puts up a g100, which is also the counter of ten lives, and rolls it: the highest deals first.
   The counter shows tens: 70 is a life of seven, 00 is ten.
2. Five cards each, from ten of each of five colours. Discard up to four, all at the same time, and get as many.
3. All reveal. The best combination does its damage to everybody else, and your own hand blocks as much as it is worth.

| Combination | Cards | Damage |
|---|---|---|
| Tiamat | one of each colour | 5, and nothing blocks it |
| Ancient Dragon | five of a colour | 5 |
| Adult Dragon | four | 4 |
| Young Dragon | three | 3 |
| Dragon Wyrmling | two | 2 |

Players who tie for the best do not hurt each other with it, but everybody else, once. A tied player who has a second
pair does 2 to those tied who have none. Two Tiamats hurt each other too.

Without life you are out, and your g100 lies in the hoard. The next on the left deals. The last one alive takes the
hoard. If all go out at once, they come back with one life each.

**Variants.** *Bahamut*: two teams of two, Chromatic and Metallic (brass for green, gold for red, bronze for blue,
copper for black, silver for white), who sit in turn. Partners never hurt each other. If both are alive when both
opponents are out they split the hoard; one alone takes it all. One of each colour is called Bahamut on the Metallic
side. *Dracolich*: buy back in with another g100 and ten lives, right after the hand that put you out, at most three
times; but not if Tiamat ends the game. *Dueling Dragons*: if the last two tie without damage and both agree, their
dragons fight, with ten hit points for each point of damage of the tied hand. Choose in secret: *claw* 2g6, which a
soaring dragon dodges; *breath* 3g6, which always hits and must recharge (5 or 6 on a g6 after each later round);
*soar*, which recharges and does 1g6 to a dragon that does not soar. The winner takes the hoard. Spectators may bet on a
duel until the first blows: who is right shares what the others bet. The house tips both duellists a g4, once a day.

In points the winner of one game wins, or of most games in five: three wins end it, and equal leaders play on alone.

**Example.** Ann has four reds, an Adult Dragon; Bob three blues, Cid a pair. Bob loses 4 - 3 = 1, Cid 4 - 2 = 2.
"""

GAME = Game(
    key="tiamat",
    title="Tiamat",
    rulebook="Glittergold's Guide to Gambling",
    pitch="Gather dragons of one colour, bite the others, and be the last one alive.",
    example="Ann has four of a colour, Bob three, Cid a pair. Bob loses 4 - 3 = 1 life, Cid 4 - 2 = 2.",
    version=2,
    seats=(2, 5),
    complexity="medium",
    minutes=8,
    money="gembones",
    options=Options,
    play=by_points(play, goal, lambda options: PARTNERS if options.bahamut else 2),
    money_for=money_for,
    words={
        **SPOT_WORDS,
        **STAKE_WORDS,
        **POINT_WORDS,
        **tiamat_duel.WORDS,
        "rolls": "{seat:seat} rolls {dice:items} for the deal.",
        "discard": "Which cards do you discard, {most} at most? You get as many.",
        "discard:none": "Keep all",
        "discards": "{seat:seat} discards {n}.",
        "keeps_all": "{seat:seat} keeps all cards.",
        "reveals": "{seat:seat}: {what:line} ({cards:items}).",
        "hurt": "{seat:seat} loses {n} and has {life} left.",
        "no_damage": "A tie: nobody is hurt.",
        "all_out": "All go down at once, and come back with one life each: {seats:seats}.",
        "out": "{seat:seat} is out.",
        "buy_back": "You are out. Another g100 for ten new lives?",
        "buy_back:buy": "Buy back in (1g100)",
        "buy_back:pass": "Stay out",
        "buys_back": "{seat:seat} rises again, with ten lives.",
        "wins": "{seat:seat} wins.",
        "note:life": "life {n}",
        "note:out": "out",
        "phase:hand": "{dealer:seat} deals",
        "why": "life {n}",
        "why:out": "out",
        "result:won": "The hoard goes to {seats:seats}.",
        "result:team": "The hoard is split between {seats:seats}.",
        "result:share": "To share the hoard with {seat:seat}, who fell for it, is good form.",
        "result:tips": "The house tips both duellists a g4, once a day.",
        "result:nothing": "Too few put up a g100, and nothing is played.",
    },
    rules=RULES + SPOT_RULES,
    policies={"sensible": unmoved(sensible), GUEST: unmoved(guest)},
    seconds={**SECONDS, "discard": 45},
    seats_for=lambda options: (PARTNERS, PARTNERS) if options.bahamut else (2, 5),
)
