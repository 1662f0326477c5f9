"""One game of Hag's Haggle, step by step: wagers, shots, rolls, results and the bargains between (HH-06 to HH-14).

`Round` holds what each has wagered, won and lost; the order of its steps, and what lasts longer than a game, stand in
`hags_haggle` and `hags_codes`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine import HOUSE, Choose, Cost, Line, Open, Pay, Table
from games.engine.money import SIZES, amount_text, die_keys
from games.gembones.hags_haggle.codes import BY_HAND, LUCKY_GAMES, MOST_TO_ONE, SEVENS, Hag
from games.gembones.hags_haggle.dealer import Bargain, offer_bargains
from games.gembones.hags_haggle.payouts import CALLED, SETS, judge, settle
from games.gembones.shared import thirteen
from games.gembones.shared.stakes import cracks
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.rerolls import onto

if TYPE_CHECKING:
    from games.gembones.hags_haggle import Options


class Round:
    """One game: who has wagered what, and what each wins and loses."""

    def __init__(self, table: Table, options: Options, hag: Hag, spot: Spotlight) -> None:
        self.table, self.options, self.hag, self.spot = table, options, hag, spot
        self.die = options.gembones if options.gembones != "dealer" else table.chance.choice([*SETS])
        self.wagers: dict[int, int] = {}
        self.shots: dict[int, int] = {}
        self.bargains: dict[int, Bargain] = {}
        """On rolls to come, struck with whoever deals (HH-R6)."""
        self.notes: list[Line] = []
        """What became of them."""
        self.deals: int | None = None
        """The player who deals for the hag instead of wagering."""
        self.fell: dict[int, list[int]] = {}
        """Each seat's dice as they fell by luck alone; 0 for one that did not."""
        self.rolled: dict[int, list[int]] = {}
        self.won: dict[int, Counter[str]] = {seat: Counter() for seat in table.ring}
        self.lost: Counter[int] = Counter()
        self.caught: dict[int, dict[str, int]] = {}
        """What each has forfeited who broke the code (CODE-R2)."""
        self.total = 0

    @property
    def codes(self) -> Sequence[int]:
        """Those in force."""
        return self.hag.codes if self.options.codes else ()

    def dealer(self) -> int | None:
        """Who deals for the hag: a player who does not wager, else the spectator at the rail; None: she herself."""
        if not self.options.dealer:
            return None
        seats = [*self.table.rail] if self.deals is None else [self.deals, *self.table.rail]
        return next((seat for seat in seats if seat not in self.table.gone), None)

    def staked(self, seat: int) -> int:
        """How many dice a seat has in this game: wagers, and those of its side wagers."""
        return self.wagers[seat] + (seat in self.shots) + (seat in self.bargains)

    # ---- the code

    def breach(self, seat: int) -> None:
        """Who breaks the code is warned once; then the wager is forfeit (HH-10, HH-17, HH-R4)."""
        if not self.hag.breach(seat):
            self.table.tell("warned", seat=seat)
            return
        staked = self.staked(seat)
        self.table.tell("caught", seat=seat, n=staked, die=self.die)
        self.table.note(seat, "caught")
        self.caught[seat] = {self.die: staked}
        self.lost[seat] += staked
        del self.wagers[seat]
        for side in (self.shots, self.bargains):
            side.pop(seat, None)

    # ---- rolls

    async def bargain(self) -> None:
        """Before the roll whoever deals offers bargains, or else the hag does, in her way (HH-05, HH-33, HH-R6)."""

        def struck(bargain: Bargain) -> None:
            self.bargains[bargain.seat] = bargain

        if self.dealer() is None:
            await self._call_shots()
        else:
            await offer_bargains(self.table, self.dealer, self.die, self.wagers, struck)

    async def _call_shots(self) -> None:
        """One time in six, with g12 and g20: name the first die's number (HH-30, HH-R6, HH-R9)."""
        if not self.options.side_wagers or self.die == "g8":
            return
        numbers = tuple(str(n) for n in range(1, SIZES[self.die] + 1))
        costs = dict.fromkeys(numbers, Cost({self.die: 1}, {self.die: MOST_TO_ONE}))
        for seat in [*self.wagers]:
            if self.table.chance.below(6) == 0:
                offer = Choose("shot", ("decline", *numbers), "decline", clock="quick", says={"die": self.die},
                               costs=costs)  # fmt: skip
                answer = await self.table.ask(seat, offer)
                if answer != "decline":
                    self.shots[seat] = int(answer)
                    self.table.tell("calls_shot", seat=seat, n=int(answer), die=self.die)

    def roll_house(self) -> None:
        """Step 4 (HH-01, HH-07)."""
        half = SETS[self.die].house
        keys = die_keys(half, self.table.chance.roll(2, SIZES[half]))
        self.total = sum(int(key.split(":")[1]) for key in keys)
        self.table.phase("house")
        self.table.show(Open("house", keys))
        self.table.tell("house_rolls", dice=tuple(keys), total=self.total)
        thirteen.smile(self.table, self.total)

    async def roll(self) -> None:
        """Step 5: everybody rolls, in the manner that the code demands (HH-08, HH-09, HH-19, HH-23, HH-26)."""
        table = self.table
        table.phase("rolls", total=self.total)
        for code in [code for code in self.codes if code in BY_HAND]:
            prompt = Choose(f"roll_{code}", ("obey", "break"), "obey", clock="quick", public=True)
            answers = await table.ask_each(dict.fromkeys(self.wagers, prompt))
            for seat, answer in answers.items():
                if answer == "break":
                    self.breach(seat)
        told = await self.spot.foretold(self.wagers) if self.die == "g20" else {}
        zones = {}
        for seat, count in self.wagers.items():
            faces, fell = [], []
            for _ in range(count):
                cracked = cracks(table, 1, self.options.tray)
                known = 0 if cracked else told.pop(seat, 0)
                fell.append(0 if cracked or known else table.chance.die(SIZES[self.die]))
                faces.append(known or fell[-1])
            self.fell[seat] = fell
            shown = tuple(die_keys(self.die, [face for face in faces if face]))
            self.rolled[seat] = faces
            zones[seat] = Open("dice", [*shown], seat)
            table.show(zones[seat])
            table.tell("rolls", seat=seat, dice=shown)
            if self.hag.luck.get(seat):
                await self._lucky(seat, faces)
        rolls = {seat: [(self.die, face) for face in faces if face] for seat, faces in self.rolled.items()}
        staked = {seat: {self.die: self.staked(seat)} for seat in self.wagers}
        for seat, dice in (await self.spot.rolled(rolls, onto(zones), staked)).items():
            stand = iter(dice)
            self.rolled[seat] = [next(stand)[1] if face else 0 for face in self.rolled[seat]]
        for seat in self.spot.caught:
            self.rolled.pop(seat, None)
            table.note(seat, "caught")

    async def _lucky(self, seat: int, faces: list[int]) -> None:
        """Beginner's luck: the first die is rolled twice, and the player takes either (HH-28, HH-R8)."""
        self.hag.luck[seat] -= 1
        if not faces[0]:
            return
        second = self.table.chance.die(SIZES[self.die])
        better = "second" if self._worth(second) > self._worth(faces[0]) else "first"
        keys = die_keys(self.die, [faces[0], second])
        self.table.tell("second_die", seat=seat, dice=tuple(keys))
        says = {"first": faces[0], "second": second, "total": self.total}
        take = Choose("luck", ("first", "second"), better, clock="quick", public=True, says=says)
        if await self.table.ask(seat, take) == "second":
            faces[0] = second

    def _worth(self, face: int) -> int:
        won, lost = self.settle(face)
        return sum(SIZES[unit] * n for unit, n in won.items()) - lost * SIZES[self.die]

    def settle(self, face: int) -> tuple[dict[str, int], int]:
        """What one wager die comes to at this table."""
        return settle(self.die, face, self.total, self.options.kind_hag, SEVENS in self.codes)

    # ---- results and bargains

    async def results(self) -> None:
        """Steps 6 and 7: what everybody wins, and the bargains that follow (HH-10 to HH-14, HH-R6)."""
        self.table.phase("results", total=self.total)
        for seat, faces in self.rolled.items():
            verdicts = [judge(face, self.total) for face in faces if face]
            told = [*(CALLED[verdict] for verdict in verdicts), *["cracked"] * faces.count(0)]
            self.table.note(seat, "verdicts", verdicts=", ".join(told))
            if seat in self.shots:
                self._settle_shot(seat, faces[0])
            if seat in self.bargains:
                self._settle_bargain(self.bargains[seat], self.fell[seat][self.bargains[seat].roll - 1])
            for face in faces:
                if not face:
                    await self._redeem(seat)
                    continue
                won, lost = self.settle(face)
                self.table.tell(
                    judge(face, self.total), seat=seat, die=f"{self.die}:{face}", won=amount_text(won)
                )
                self.won[seat].update(won)
                self.lost[seat] += lost
            beaten = bool(verdicts) and set(verdicts) == {"lower"}
            self.hag.lost[seat] = self.hag.lost[seat] + 1 if beaten else 0
            if self.options.bargains and self.dealer() is None:
                if "match" in verdicts and self.table.chance.below(4) == 0:
                    await self._beginners_luck(seat)
                elif (
                    beaten
                    and self.options.side_wagers
                    and self.hag.lost[seat] >= 2
                    and self.table.chance.below(2) == 0
                ):
                    await self._so_close(seat)
        players = dict.fromkeys(self.rolled, 1)
        await offer_bargains(self.table, self.dealer, self.die, players, self._rolls_again, again=True)

    def _settle_shot(self, seat: int, face: int) -> None:
        hit = face == self.shots[seat]
        self.table.tell("shot_hits" if hit else "shot_misses", seat=seat, n=MOST_TO_ONE, die=self.die)
        if hit:
            self.won[seat][self.die] += MOST_TO_ONE
        else:
            self.lost[seat] += 1

    def _settle_bargain(self, bargain: Bargain, face: int) -> None:
        """A side wager by what the die showed when it fell: no talent helps it, or its odds would not hold (HH-R6)."""
        won, seat = bargain.pays(self.die), bargain.seat
        kind = "bargain_off" if not face else "bargain_won" if face in bargain.faces else "bargain_lost"
        said = {"seat": seat, "die": self.die, "won": amount_text(won)}
        self.table.tell(kind, None, **said)
        self.notes.append(Line(self.table.words[kind], said))
        if kind == "bargain_won":
            self.won[seat].update(won)
        elif kind == "bargain_lost":
            self.lost[seat] += 1

    def _rolls_again(self, bargain: Bargain) -> None:
        """Second chances and greater odds: the gembone that is staked is rolled itself (HH-11, HH-R5)."""
        face = self.table.chance.die(SIZES[self.die])
        self.table.tell("bargain_rolls", seat=bargain.seat, die=f"{self.die}:{face}")
        self._settle_bargain(bargain, face)
        if SEVENS in self.codes and face == 7 and 7 in bargain.faces:
            self.lost[bargain.seat] += 1

    async def _another(self, seat: int, kind: str) -> int | None:
        """Another gembone for the chance of a push; gives what it shows, or None if the bargain is declined."""
        offer = Choose(kind, ("decline", "double"), "decline", clock="quick", public=True,
                       says={"die": self.die, "total": self.total}, costs={"double": Cost({self.die: 1})})  # fmt: skip
        if await self.table.ask(seat, offer) == "decline":
            return None
        face = self.table.chance.die(SIZES[self.die])
        pushed = face >= self.total
        self.table.tell("pushes" if pushed else "loses_both", seat=seat, die=f"{self.die}:{face}")
        if not pushed or (SEVENS in self.codes and face == 7):
            # a 7 is hers whatever it did (HH-R5)
            self.lost[seat] += 1
        return face

    async def _so_close(self, seat: int) -> None:
        """Double or nothing for one lost wager (HH-11, HH-29, HH-R7)."""
        face = await self._another(seat, "so_close")
        if face is not None and face >= self.total:
            self.lost[seat] -= 1

    async def _redeem(self, seat: int) -> None:
        """A gembone outside the tray is lost, but may be redeemed (HH-09, HH-R6)."""
        self.lost[seat] += 1
        self.table.tell("cracks", seat=seat, die=self.die)
        if self.options.side_wagers:
            face = await self._another(seat, "redeem")
            if face is not None and face >= self.total:
                self.lost[seat] -= 1

    async def _beginners_luck(self, seat: int) -> None:
        """Give up a match as if it were lost, for three games of luck (HH-11, HH-28, HH-R8)."""
        offer = Choose("beginners_luck", ("decline", "take"), "decline", clock="quick", public=True,
                       says={"won": f"{SETS[self.die].match}{self.die}", "games": LUCKY_GAMES})  # fmt: skip
        if await self.table.ask(seat, offer) == "take":
            self.table.tell("takes_luck", seat=seat)
            won, lost = self.settle(self.total)
            self.won[seat].subtract(won)
            self.lost[seat] += 1 - lost
            self.hag.luck[seat] = LUCKY_GAMES

    def pays(self) -> list[Pay]:
        """Who pays what; profits and losses stand apart, since only what was won scores (PTS-03, PTS-05)."""
        pays = []
        for seat in self.table.ring:
            pays += [Pay(HOUSE, seat, unit, n) for unit, n in sorted(self.won[seat].items()) if n > 0]
            pays += [Pay(seat, HOUSE, self.die, self.lost[seat])] if self.lost[seat] else []
        return pays
