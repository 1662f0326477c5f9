"""The character spotlight: talents, double or nothing, and cheating, for any game that rolls gembones (SPOT).

A game with the option makes one `Spotlight` and calls it where gembones fall and where it ends; with `spotlight` off,
and for seats without a character, nothing is asked, drawn or changed. What characters can do arrives as
`facts[seat]["character"]`; what they have used up leaves with the result's facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import HOUSE, Choose, Cost, Line, Pay, Result, Table
from games.engine.money import SIZES
from games.engine.result import POT
from games.gembones.spotlight.double_or_nothing import loss, lost_text, paying
from games.gembones.spotlight.options import WORDS, Character, SpotlightOptions
from games.gembones.spotlight.rerolls import Rolls, Show, keys, worst
from games.gembones.spotlight.skill_checks import DCS, SKILLS, WARDED, Skill, passes

CHEATING: tuple[Skill, ...] = ("arcana", "deception", "sleight")
PLEAS: tuple[Skill, ...] = ("persuasion", "intimidation", "history")
"""Ways to double or nothing: a sob story, a threat, a forgotten rule (SPOT-04 to SPOT-06)."""
TOLD = {"lucky": "Lucky", "kit": "gaming kit"}


class Spotlight:
    """See the module's text."""

    def __init__(self, table: Table, options: SpotlightOptions) -> None:
        self.table, self.level, self.dc = table, options.spotlight, options.dc
        told = {seat: Character.of(table.facts.get(seat, {})) for seat in table.ring}
        self.characters = {seat: who for seat, who in told.items() if who is not None and self.level != "off"}
        self.lucky = Counter({seat: who.lucky for seat, who in self.characters.items()})
        self.portents = {seat: [*who.portents] for seat, who in self.characters.items()}
        self.inspired = {seat for seat, who in self.characters.items() if who.inspired}
        self.kit_used: set[int] = set()
        self.tried: set[int] = set()
        """Who has had their one cheating check of this game (SPOT-R5)."""
        self.caught: dict[int, Mapping[str, int]] = {}
        """Who was caught, and what they have staked."""
        self.swapped: set[int] = set()
        """Whose next loss is paid with a gembone of the next lower base: by whoever settles the match."""

    # ---- rolls

    async def rolled(
        self,
        rolls: Rolls,
        show: Show,
        staked: Mapping[int, Mapping[str, int]],
    ) -> Rolls:
        """Own gembones have just fallen: one reroll a roll, or a look, or a bump (SPOT-R3, SPOT-R5).

        `show` is told what a seat's dice show now; `staked` is what is lost by whoever is caught. Gives the dice as
        they stand; of those in `caught` they count no longer.
        """
        lying = {seat: staked.get(seat, {}) for seat in rolls}
        asks = {s: ask for s, dice in rolls.items() if (ask := self._spot(s, dice, lying[s])) is not None}
        if not asks:
            return rolls
        now = {seat: [*dice] for seat, dice in rolls.items()}
        for seat, answer in (await self.table.ask_each(asks)).items():
            if answer in CHEATING:
                await self._cheat(seat, answer, now, staked)
            elif answer != "keep":
                self._reroll(seat, answer, now[seat])
            if now[seat] != rolls[seat]:
                show(seat, now[seat])
        return now

    def _spot(self, seat: int, dice: Sequence[tuple[str, int]], staked: Mapping[str, int]) -> Choose | None:
        if seat not in self.characters or seat in self.caught or not dice:
            return None
        talent = self.characters[seat].talent
        may = {"lucky": self.lucky[seat] > 0, "kit": seat not in self.kit_used}.get(talent, False)
        again = [f"{talent}_{n}" for n in worst(dice)] if may else []
        cheat = [*CHEATING] if self.level == "full" and seat not in self.tried else []
        if "sleight" in cheat and self.characters[seat].lesser < max(
            map(SIZES.__getitem__, staked), default=1
        ):
            cheat.remove("sleight")  # there is nothing to swap in
        if not again and not cheat:
            return None
        shown = keys(dice)
        says = {"dice": tuple(shown), **{f"die_{n}": key for n, key in enumerate(shown)}}
        return Choose("spot", ("keep", *again, *cheat), "keep", clock="quick", says=says)

    def _reroll(self, seat: int, answer: str, dice: list[tuple[str, int]]) -> None:
        """A talent: one gembone of any size falls again, and that stands (SPOT-01, SPOT-02)."""
        talent, _, place = answer.partition("_")
        size, old = dice[int(place)]
        face = self.table.chance.die(SIZES[size])
        dice[int(place)] = (size, face)
        if talent == "lucky":
            self.lucky[seat] -= 1
        else:
            self.kit_used.add(seat)
        told = {"old": f"{size}:{old}", "new": f"{size}:{face}", "talent": TOLD[talent]}
        self.table.tell("spot_rerolls", None, seat=seat, **told)

    async def _cheat(
        self, seat: int, skill: Skill, now: Rolls, staked: Mapping[int, Mapping[str, int]]
    ) -> None:
        """Arcana only looks; a failed bump or swap is caught (SPOT-08 to SPOT-10, SPOT-14)."""
        self.tried.add(seat)
        passed = await self._check(seat, skill)
        if skill == "arcana":
            if passed:
                warded = self.characters[seat].base in WARDED
                self.table.tell("spot_wards" if warded else "spot_no_wards", [seat], seat=seat)
        elif passed and skill == "sleight":
            self.swapped.add(seat)
            self.table.tell("spot_swapped", [seat], seat=seat)
        elif passed:
            now[seat] = [(size, self.table.chance.die(SIZES[size])) for size, _ in now[seat]]
            self.table.tell("spot_bumps", seat=seat, dice=tuple(keys(now[seat])))
        else:
            self.caught[seat] = staked.get(seat, {})
            self.table.seats.out.add(seat)
            self.table.tell("spot_caught", seat=seat)

    # ---- portents

    async def foretold(self, seats: Iterable[int]) -> dict[int, int]:
        """Before these seats roll a g20 each: who declares a portent, and of what (SPOT-03)."""
        asks = {seat: self._foretell(seat, "foretell") for seat in seats if self._foresees(seat)}
        answers = await self.table.ask_each(asks) if asks else {}
        return {seat: self._declare(seat, answer) for seat, answer in answers.items() if answer != "pass"}

    async def foretold_house(self) -> int | None:
        """Before the house rolls a g20: the first clockwise who declares a portent gives its face."""
        asks = {
            seat: self._foretell(seat, "foretell_house") for seat in self.portents if self._foresees(seat)
        }
        answers = await self.table.ask_each(asks) if asks else {}
        declared = [seat for seat, answer in answers.items() if answer != "pass"]
        return self._declare(declared[0], answers[declared[0]]) if declared else None

    def _foresees(self, seat: int) -> bool:
        return bool(self.portents.get(seat)) and seat not in self.caught

    def _foretell(self, seat: int, kind: str) -> Choose:
        faces = tuple(str(face) for face in dict.fromkeys(self.portents[seat]))
        # who holds portents is nobody else's to know
        return Choose(kind, ("pass", *faces), "pass", clock="quick", quiet=True)

    def _declare(self, seat: int, answer: str) -> int:
        face = int(answer)
        self.portents[seat].remove(face)
        glows = self.characters[seat].base in WARDED
        self.table.tell(
            "spot_glows" if glows else "spot_foretold", None if glows else [seat], seat=seat, n=face
        )
        return face

    # ---- checks

    def _dc(self, seat: int) -> int:
        return self.dc or DCS[self.characters[seat].base]

    async def _check(self, seat: int, skill: Skill) -> bool:
        """d20 and skill against the DC; inspiration gives advantage, the Stone of Fool's Luck takes it (SPOT-R8)."""
        who, chance = self.characters[seat], self.table.chance
        advantage = False
        if seat in self.inspired:
            says = {"skill": SKILLS[skill]}
            ask = Choose("inspired", ("save", "spend"), "save", clock="quick", says=says)
            advantage = await self.table.ask(seat, ask) == "spend"
            self.inspired -= {seat} if advantage else set()
        face, how = chance.die(20), ""
        if who.stone:
            self.table.tell("spot_stone", seat=seat, skill=SKILLS[skill])
        if advantage != who.stone:
            one, two = face, chance.die(20)
            face = max(one, two) if advantage else min(one, two)
            how = ", with advantage" if advantage else ""
        plus, dc = who.skills.get(skill, 0), self._dc(seat)
        self.table.tell("spot_check", seat=seat, skill=SKILLS[skill], face=face, plus=plus, dc=dc, how=how)
        if who.stone and not advantage:
            self.table.tell("spot_truth", one=one, two=two, face=face)
        return passes(face, plus, dc)

    # ---- the end

    async def finish(self, result: Result, *, house: bool) -> Result:
        """Forfeits of who was caught, double or nothing, and what has been used up.

        `house`: the game is against the house; its results then stay out of every leaderboard (SPOT-R1).
        """
        if self.level == "off":
            return result
        result = self._forfeit(result, house)
        if self.level == "full":
            result = await self._double_or_nothing(result)
        facts = {seat: {**result.facts.get(seat, {}), **used} for seat, used in self._used().items()}
        return result._replace(facts={**result.facts, **facts}, ranked=result.ranked and not house)

    def _used(self) -> dict[int, dict[str, Any]]:
        used: dict[int, dict[str, Any]] = {}
        for seat in self.characters:
            left = {
                "lucky": self.lucky[seat],
                "portents": self.portents[seat],
                "inspired": seat in self.inspired,
            }
            caught = {"caught": dict(self.caught[seat])} if seat in self.caught else {}
            swaps = {"swaps": True} if seat in self.swapped else {}
            used[seat] = {"character": left, **caught, **swaps}
        return used

    def _forfeit(self, result: Result, house: bool) -> Result:
        """Who was caught wins nothing; all that they staked goes to the winner, or to the bank (CODE-R2)."""
        if not self.caught:
            return result
        first = next((row.seat for row in result.rows if row.place == 1), None)
        winner = HOUSE if house else None if first in self.caught else first
        pays = []
        for pay in result.pays:
            if pay.taker not in self.caught:
                pays.append(pay)
            elif pay.giver == POT and winner is not None:
                pays.append(pay._replace(taker=winner))  # what leaves a pot has to go somewhere
            elif pay.giver == POT:
                pays.append(pay)
        for seat, staked in self.caught.items():
            paid = Counter(dict.fromkeys(staked, 0))
            for pay in pays:
                if pay.giver == seat and not pay.if_able:
                    paid[pay.unit] += pay.amount
            for unit, n in staked.items():
                if n > paid[unit] and winner is not None:
                    pays.append(Pay(seat, winner, unit, n - paid[unit]))
        return paying(result, pays)

    async def _double_or_nothing(self, result: Result) -> Result:
        """After a loss: a check, then a coin; heads cancel the loss, tails double it (SPOT-04 to SPOT-07, SPOT-R4).

        The match is not settled yet, so the winner has what may have to be returned; the doubled loss is set aside
        with the answer.
        """
        caught = {seat for seat, known in result.facts.items() if "caught" in known} | self.caught.keys()
        losses = {
            seat: lost for seat in self.characters if seat not in caught and (lost := loss(seat, result.pays))
        }
        asks = {seat: self._plead(seat, lost) for seat, lost in losses.items()}
        if not asks:
            return result
        self.table.phase("double")
        pays, notes = [*result.pays], [*result.notes]
        for seat, skill in (await self.table.ask_each(asks)).items():
            if skill == "decline":
                continue
            if not await self._check(seat, skill):
                self.table.tell("spot_refused", seat=seat)
                continue
            heads = self.table.chance.die(2) == 1
            if heads:
                for pay in losses[seat]:
                    pays.remove(pay)
            else:
                pays += losses[seat]
            said = {"seat": seat, "loss": lost_text(seat, losses[seat])}
            kind = "spot_heads" if heads else "spot_tails"
            self.table.tell(kind, None, **said)
            notes.append(Line(WORDS[kind], said))
        return paying(result, pays)._replace(notes=tuple(notes))

    def _plead(self, seat: int, lost: Sequence[Pay]) -> Choose:
        gone, back = Counter[str](), Counter[str]()
        for pay in lost:
            (gone if pay.giver == seat else back)[pay.unit] += pay.amount
        cost = Cost(dict(gone), dict(back))
        says = {"loss": lost_text(seat, lost)}
        return Choose(
            "double", ("decline", *PLEAS), "decline", clock="window", public=True, says=says,
            costs=dict.fromkeys(PLEAS, cost),
        )  # fmt: skip
