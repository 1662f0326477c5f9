"""One game of Hag's Haggle, step by step: wagers, shots, rolls, results and the bargains between them (HH).

`GameState` holds the wagers, winnings and losses of each seat. `play` calls its steps in order; `codes.Hag` holds what
lasts longer than a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from games.engine.money import SIZES, amount_text, die_keys
from games.engine.prompts import Choose, Cost, Range
from games.engine.questions import Ask
from games.engine.result import HOUSE, Pay
from games.engine.scene import Line, Strip, StripField
from games.engine.table import Table
from games.engine.table_objects import FixedOnTable, InvitationOnTable, Open
from games.gembones.hags_haggle.bargains import MOST_TO_ONE, Bargain, offer_bargains
from games.gembones.hags_haggle.codes import BY_HAND, CHEST, GREEN, LUCKY_GAMES, SEVENS, SWEARING, Hag
from games.gembones.hags_haggle.odds import SETS, VERDICT_TEXT, judge, settle
from games.gembones.hags_haggle.options import Options
from games.gembones.shared.rolls import announce_thirteen, leaves_tray
from games.gembones.spotlight import Spotlight, zone_display
from games.phrases import N_, listing


class GameState:
    """One game: the wagers of each seat, with their gains and losses.

    `bargains`: bargains on rolls to come, struck with a person who deals; `notes`: the outcome of each, and of calls
    that were called off. `player_dealer`: the player who deals instead of wagering. `natural`: each seat's dice as
    chance alone rolled them, with 0 for one that cracked or was foretold. `caught`: the gembones forfeited by each seat
    that broke the code.
    """

    def __init__(self, table: Table, options: Options, hag: Hag, spot: Spotlight) -> None:
        self.table, self.options, self.hag, self.spot = table, options, hag, spot
        self.die = options.gembones if options.gembones != "dealer" else table.chance.choice([*SETS])
        self.wagers: dict[int, int] = {}
        self.shots: dict[int, int] = {}
        self.bargains: dict[int, Bargain] = {}
        self.notes: list[Line] = []
        self.player_dealer: int | None = None
        self.natural: dict[int, list[int]] = {}
        self.rolled: dict[int, list[int]] = {}
        self.won: dict[int, Counter[str]] = {seat: Counter() for seat in table.ring}
        self.lost: Counter[int] = Counter()
        self.caught: dict[int, dict[str, int]] = {}
        self.total = 0

    @property
    def codes(self) -> Sequence[int]:
        """The codes of conduct in force."""
        return self.hag.codes if self.options.codes else ()

    def dealer(self) -> int | None:
        """Return the seat that deals for the hag: a player who does not wager, else a spectator, else None."""
        if not self.options.dealer:
            return None
        seats = [*self.table.rail] if self.player_dealer is None else [self.player_dealer, *self.table.rail]
        return next((seat for seat in seats if seat not in self.table.gone), None)

    def staked(self, seat: int) -> int:
        """Return the number of dice that a seat has staked: its wagers and its side wagers."""
        return self.wagers[seat] + (seat in self.shots) + (seat in self.bargains)

    # ---- wagers

    async def take_wagers(self) -> None:
        """Step 3: take green gifts, chests, oaths and wagers, each seat at its own pace (HH-R2, HH-R4)."""
        table, options, hag, die = self.table, self.options, self.hag, self.die
        table.phase("wagers", die=die)
        most = options.most
        half, odds = SETS[die]
        cost = Cost({die: 1}, {die: odds, half: 1})
        says = {"die": die, "kind": options.kind_hag, "most": most}
        taken_out: list[int] = []
        sworn: list[int] = []
        if options.dealer:
            table.welcome("deal", 1)

        def question(seat: int) -> Choose:
            if GREEN in self.codes and seat not in hag.green:
                return Choose("green", ("give", "pass"), "pass", clock="window", public=True)
            if CHEST in self.codes and seat not in taken_out:
                return Choose("chest", ("take_out", "leave"), "take_out", clock="window", public=True)
            swear = ("swear",) if SWEARING in self.codes and seat not in sworn else ()
            deal = ("deal",) if options.dealer and self.dealer() is None else ()
            amount = Range(1, most, tuple(n for n in (1, 2, 3, 5) if n <= most))
            costs = {"amount": cost}
            return Choose("wager", ("pass", *swear, *deal), "pass", amount, clock="window", public=True, says=says,
                          costs=costs)  # fmt: skip

        asks = {seat: Ask(seat, question(seat), table.words) for seat in table.ring}
        left_in: list[int] = []
        while asks:
            reply = await table.ask_any(asks)
            seat, answer = reply.seat, reply.answer
            if answer == "give":
                hag.green.append(seat)
                table.tell("gives_green", seat=seat)
            elif answer in ("take_out", "leave"):
                taken_out.append(seat)
                left_in += [seat] if answer == "leave" else []
            elif answer == "swear":
                sworn.append(seat)
                hag.forehead = seat
                table.tell("swears", seat=seat)
            elif answer == "deal" and self.dealer() is not None:
                # another dealer was quicker: this seat is asked again, without that answer
                table.tell("deals_already", [seat])
            else:
                if answer == "deal":
                    self.player_dealer = seat
                    table.tell("deals", seat=seat)
                    table.note(seat, "deals")
                    table.take_off(InvitationOnTable)
                elif answer == "pass":
                    table.note(seat, "passes")
                    table.seats.out.add(seat)
                else:
                    self.wagers[seat] = answer
                    table.tell("wagers", seat=seat, n=answer, die=die)
                    table.note(seat, "wagers", n=answer, die=die)
                del asks[seat]
                continue
            asks[seat] = Ask(seat, question(seat), table.words)
        self.wagers = {seat: self.wagers[seat] for seat in table.ring if seat in self.wagers}
        # a chest left closed is a breach only for a seat that wagers
        for seat in left_in:
            if seat in self.wagers:
                self.punish_breach(seat)

    # ---- the code

    def punish_breach(self, seat: int) -> None:
        """Warn a seat that breaks the code for the first time; after that its wagers are forfeit (HH-R4)."""
        if not self.hag.counts_breach(seat):
            self.table.tell("warned", seat=seat)
            return
        staked = self.staked(seat)
        self.table.tell("caught", seat=seat, n=staked, die=self.die)
        self.table.note(seat, "caught")
        self.caught[seat] = {self.die: staked}
        self.lost[seat] += staked
        del self.wagers[seat]
        for side_wagers in (self.shots, self.bargains):
            side_wagers.pop(seat, None)

    # ---- rolls

    async def offer_side_wagers(self) -> None:
        """Let a person who deals offer bargains; without one, let some seats call their shot (HH-R6)."""

        def keep(bargain: Bargain) -> None:
            self.bargains[bargain.seat] = bargain

        if self.dealer() is None:
            await self._call_shots()
        else:
            await offer_bargains(self.table, self.dealer, self.die, self.wagers, keep)

    async def _call_shots(self) -> None:
        """Offer some seats a bet on the number of their first die: one time in six, and not with g8 (HH-30, HH-R9)."""
        if not self.options.side_wagers or self.die == "g8":
            return
        numbers = tuple(str(n) for n in range(1, SIZES[self.die] + 1))
        costs = dict.fromkeys(numbers, Cost({self.die: 1}, {self.die: MOST_TO_ONE}))
        for seat in [*self.wagers]:
            if self.table.chance.happens(1, 6):
                offer = Choose("shot", ("decline", *numbers), "decline", clock="quick", says={"die": self.die},
                               costs=costs, harmless=True)  # fmt: skip
                answer = await self.table.ask(seat, offer)
                if answer != "decline":
                    self.shots[seat] = int(answer)
                    self.table.tell("calls_shot", seat=seat, n=int(answer), die=self.die)

    def roll_house(self) -> None:
        """Step 4: roll the house's two dice."""
        half = SETS[self.die].house
        keys = die_keys(half, self.table.chance.roll(2, SIZES[half]))
        self.total = sum(int(key.split(":")[1]) for key in keys)
        self.table.phase("house")
        self.table.show(Open("house", keys), FixedOnTable(self.strip()))
        self.table.tell("house_rolls", dice=tuple(keys), total=self.total)
        announce_thirteen(self.table, self.total)

    def strip(self) -> Strip:
        """Return what each number of a player's die is worth against the house's total."""
        fields = []
        for face in range(1, SIZES[self.die] + 1):
            won, lost = self.settle(face)
            fate: Literal["lost", "even", "won"] = (
                "lost" if not won else "won" if face == self.total else "even"
            )
            verdict = judge(face, self.total)
            pays = amount_text(won) if won else f"−{lost}{self.die}"
            fields.append(StripField(face, pays, self.table.words[f"strip:{verdict}"], fate))
        return Strip("house", tuple(fields))

    async def roll_all(self) -> None:
        """Step 5: roll for every seat, in the manner that the code demands, and let characters use their talents."""
        table = self.table
        table.phase("rolls", total=self.total)
        for code in [code for code in self.codes if code in BY_HAND]:
            prompt = Choose(f"roll_{code}", ("obey", "break"), "obey", clock="quick", public=True)
            answers = await table.ask_each(dict.fromkeys(self.wagers, prompt))
            for seat, answer in answers.items():
                if answer == "break":
                    self.punish_breach(seat)
        portents = await self.spot.ask_portents(self.wagers) if self.die == "g20" else {}
        zones = {}
        for seat, count in self.wagers.items():
            faces, natural = [], []
            for _ in range(count):
                cracked = leaves_tray(table, 1, self.options.tray)
                foretold = 0 if cracked else portents.pop(seat, 0)
                natural.append(0 if cracked or foretold else table.chance.die(SIZES[self.die]))
                faces.append(foretold or natural[-1])
            self.natural[seat] = natural
            keys = tuple(die_keys(self.die, [face for face in faces if face]))
            self.rolled[seat] = faces
            zones[seat] = Open("dice", [*keys], seat)
            table.show(zones[seat])
            table.tell("rolls", seat=seat, dice=keys)
            if self.hag.luck.get(seat):
                await self._roll_twice(seat, faces)
        rolls = {seat: [(self.die, face) for face in faces if face] for seat, faces in self.rolled.items()}
        staked = {seat: {self.die: self.staked(seat)} for seat in self.wagers}
        for seat, dice in (await self.spot.after_roll(rolls, zone_display(zones), staked)).items():
            # talents see only the dice that stayed in the tray: put the faces back between those that cracked
            remaining = iter(dice)
            self.rolled[seat] = [next(remaining)[1] if face else 0 for face in self.rolled[seat]]
        for seat in self.spot.caught:
            self.rolled.pop(seat, None)
            table.note(seat, "caught")

    async def _roll_twice(self, seat: int, faces: list[int]) -> None:
        """Beginner's luck: roll a seat's first die twice, and let the player take either (HH-R8)."""
        self.hag.luck[seat] -= 1
        if not faces[0]:
            return
        second = self.table.chance.die(SIZES[self.die])
        better = "second" if self._gain(second) > self._gain(faces[0]) else "first"
        keys = die_keys(self.die, [faces[0], second])
        self.table.tell("second_die", seat=seat, dice=tuple(keys))
        says = {"first": faces[0], "second": second, "total": self.total}
        take = Choose(
            "luck", ("first", "second"), better, clock="quick", public=True, says=says, harmless=True
        )
        if await self.table.ask(seat, take) == "second":
            faces[0] = second

    def _gain(self, face: int) -> int:
        won, lost = self.settle(face)
        return sum(SIZES[unit] * n for unit, n in won.items()) - lost * SIZES[self.die]

    def settle(self, face: int) -> tuple[dict[str, int], int]:
        """Return the gain and loss of one wager die at this table."""
        return settle(self.die, face, self.total, self.options.kind_hag, SEVENS in self.codes)

    def _fate(self, face: int, lost: int) -> str:
        """Return the key of the words for the fate of a wager die itself."""
        sevens = SEVENS in self.codes and face == 7
        return "fate:seven" if sevens else "fate:lost" if lost else "fate:kept"

    # ---- results and bargains

    async def settle_all(self) -> None:
        """Steps 6 and 7: settle every wager and side wager, and offer the bargains that follow (HH-R6)."""
        self.table.phase("results", total=self.total)
        for seat, faces in self.rolled.items():
            verdicts = [judge(face, self.total) for face in faces if face]
            texts = [*(VERDICT_TEXT[verdict] for verdict in verdicts), *[N_("cracked")] * faces.count(0)]
            self.table.note(seat, "verdicts", verdicts=listing(*texts))
            if seat in self.shots:
                self._settle_shot(seat, self.natural[seat][0])
            if seat in self.bargains:
                self._settle_bargain(self.bargains[seat], self.natural[seat][self.bargains[seat].roll - 1])
            for face in faces:
                if not face:
                    await self._offer_redemption(seat)
                    continue
                won, lost = self.settle(face)
                self.table.tell(
                    judge(face, self.total),
                    seat=seat,
                    die=f"{self.die}:{face}",
                    won=amount_text(won),
                    fate=Line(self.table.words[(fate := self._fate(face, lost))], {"die": self.die}),
                    why=f"{judge(face, self.total)}:{fate}",
                )
                self.won[seat].update(won)
                self.lost[seat] += lost
            beaten = bool(verdicts) and set(verdicts) == {"lower"}
            self.hag.lost[seat] = self.hag.lost[seat] + 1 if beaten else 0
            if self.options.bargains and self.dealer() is None:
                if "match" in verdicts and self.table.chance.happens(1, 4):
                    await self._offer_beginners_luck(seat)
                elif (
                    beaten
                    and self.options.side_wagers
                    and self.hag.lost[seat] >= 2
                    and self.table.chance.happens(1, 2)
                ):
                    await self._offer_so_close(seat)
        players = dict.fromkeys(self.rolled, 1)
        await offer_bargains(self.table, self.dealer, self.die, players, self._roll_bargain, again=True)

    def _settle_shot(self, seat: int, face: int) -> None:
        """Settle a call by the die as chance rolled it first; a foretold or cracked die calls it off (HH-R9)."""
        kind = "shot_off" if not face else "shot_hits" if face == self.shots[seat] else "shot_misses"
        values = {"seat": seat, "n": MOST_TO_ONE, "die": self.die}
        self.table.tell(kind, None, **values)
        if kind == "shot_off":
            self.notes.append(Line(self.table.words[kind], values))
        elif kind == "shot_hits":
            self.won[seat][self.die] += MOST_TO_ONE
        else:
            self.lost[seat] += 1

    def _settle_bargain(self, bargain: Bargain, face: int) -> None:
        """Settle a bargain by the die as chance rolled it; a talent would change its odds and makes it void (HH-R6)."""
        won, seat = bargain.winnings(self.die), bargain.seat
        kind = "bargain_off" if not face else "bargain_won" if face in bargain.faces else "bargain_lost"
        values = {"seat": seat, "die": self.die, "won": amount_text(won)}
        self.table.tell(kind, None, **values)
        self.notes.append(Line(self.table.words[kind], values))
        if kind == "bargain_won":
            self.won[seat].update(won)
        elif kind == "bargain_lost":
            self.lost[seat] += 1

    def _roll_bargain(self, bargain: Bargain) -> None:
        """Roll the gembone that was staked on a bargain after the results (HH-R5)."""
        face = self.table.chance.die(SIZES[self.die])
        self.table.tell("bargain_rolls", seat=bargain.seat, die=f"{self.die}:{face}")
        self._settle_bargain(bargain, face)
        if SEVENS in self.codes and face == 7 and 7 in bargain.faces:
            self.lost[bargain.seat] += 1

    async def _roll_another(self, seat: int, kind: str) -> int | None:
        """Offer to roll another gembone for both; return its face, or None if the seat declines."""
        offer = Choose(kind, ("decline", "double"), "decline", clock="quick", public=True,
                       says={"die": self.die, "total": self.total}, costs={"double": Cost({self.die: 1})},
                       harmless=True)  # fmt: skip
        if await self.table.ask(seat, offer) == "decline":
            return None
        face = self.table.chance.die(SIZES[self.die])
        pushed = face >= self.total
        self.table.tell("pushes" if pushed else "loses_both", seat=seat, die=f"{self.die}:{face}")
        if not pushed or (SEVENS in self.codes and face == 7):
            # under her code of sevens a 7 is the hag's even if it saved the first gembone (HH-R5)
            self.lost[seat] += 1
        return face

    async def _offer_so_close(self, seat: int) -> None:
        """Offer double or nothing for one lost wager (HH-R7)."""
        face = await self._roll_another(seat, "so_close")
        if face is not None and face >= self.total:
            self.lost[seat] -= 1

    async def _offer_redemption(self, seat: int) -> None:
        """Take a gembone that left the tray, and offer to redeem it (HH-R6)."""
        self.lost[seat] += 1
        self.table.tell("cracks", seat=seat, die=self.die)
        if self.options.side_wagers:
            face = await self._roll_another(seat, "redeem")
            if face is not None and face >= self.total:
                self.lost[seat] -= 1

    async def _offer_beginners_luck(self, seat: int) -> None:
        """Offer to give up a match, as if it were lost, for three games of luck (HH-R8)."""
        offer = Choose("beginners_luck", ("decline", "take"), "decline", clock="quick", public=True,
                       says={"won": f"{SETS[self.die].match}{self.die}", "games": LUCKY_GAMES},
                       harmless=True)  # fmt: skip
        if await self.table.ask(seat, offer) == "take":
            self.table.tell("takes_luck", seat=seat)
            won, lost = self.settle(self.total)
            self.won[seat].subtract(won)
            self.lost[seat] += 1 - lost
            self.hag.luck[seat] = LUCKY_GAMES

    def payments(self) -> list[Pay]:
        """Return the payments. Winnings and losses are not netted, since only winnings score points (PTS-05)."""
        pays = []
        for seat in self.table.ring:
            pays += [Pay(HOUSE, seat, unit, n) for unit, n in sorted(self.won[seat].items()) if n > 0]
            pays += [Pay(seat, HOUSE, self.die, self.lost[seat])] if self.lost[seat] else []
        return pays
