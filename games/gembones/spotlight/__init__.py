"""The character spotlight: talents, double or nothing, and cheating, for any game that rolls gembones (SPOT).

A game with the option makes one `Spotlight` and calls it after each roll and at the end. With `spotlight` off, and for
seats without a character, nothing is asked, drawn or changed. A character comes in `facts[seat]["character"]`; its
remaining uses are in the facts of the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from games.computer.weighed import Weighed, weigh
from games.engine.chance import Chance
from games.engine.game import Policy, Tempered
from games.engine.money import SIZES, amount_text, worth
from games.engine.prompts import Answer, Choose, Cost
from games.engine.result import HOUSE, POT, Pay, Result, changes
from games.engine.scene import Line, OpenAsk, Scene
from games.engine.table import Table
from games.engine.table_objects import Open
from games.gembones.spotlight.options import SpotlightOptions
from games.gembones.spotlight.skill_checks import D20, DCS, SKILLS, WARDED, Character, Skill, passes
from games.phrases import N_
from games.texts import read_texts

Rolls = dict[int, list[tuple[str, int]]]
"""The dice that each seat has just rolled, as size and face."""
Show = Callable[[int, list[tuple[str, int]]], None]
"""A function that shows the dice of a seat after a talent has changed them."""

KINDS = ("spot", "foretell", "foretell_house", "double", "inspired")
"""The kinds of the spotlight's questions."""
MOST_DICE = 20
"""The most dice of one roll: those of the Vault of Dragons."""
TEXTS = read_texts(__name__, die=range(MOST_DICE), face=range(1, 21))
"""The texts of the spotlight, for every game that has it."""

SECONDS: Mapping[str, float] = {
    "spot": 20, "foretell": 20, "foretell_house": 20, "inspired": 20, "double": 30,
}  # fmt: skip
"""How long its questions stay open (SPOT-R3, SPOT-R4)."""
MOST_OFFERED = 12
"""The most dice of a roll to offer for a reroll, so that the buttons fit into a message; equal dice count once."""
CHEATING: tuple[Skill, ...] = ("arcana", "deception", "sleight")
INSPIRED_SWAP = "sleight_inspired"
PLEAS: tuple[Skill, ...] = ("persuasion", "intimidation", "history")
"""The skills that may win double or nothing: a sob story, a threat, a forgotten rule (SPOT-04 to SPOT-06)."""
TALENT_TEXT = {"lucky": N_("Lucky"), "kit": N_("gaming kit")}


class Spotlight:
    """The talents of all characters in one match.

    `caught`: the stakes of each seat caught cheating. `swapped`: the seats whose next loss is paid with a gembone of
    the next lower base, by the code that settles the match. `settled`: the payments of earlier games in the same match,
    which stand even if the giver is caught in a later game.
    """

    def __init__(self, table: Table, options: SpotlightOptions) -> None:
        self.table, self.level, self.dc = table, options.spotlight, options.dc
        characters = {seat: Character.from_facts(table.facts.get(seat, {})) for seat in table.ring}
        self.characters = {
            seat: each for seat, each in characters.items() if each is not None and self.level != "off"
        }
        self.lucky = Counter({seat: each.lucky for seat, each in self.characters.items()})
        self.portents = {seat: [*each.portents] for seat, each in self.characters.items()}
        self.inspired = {seat for seat, each in self.characters.items() if each.inspired}
        self.kit_used: set[int] = set()
        self.tried: set[int] = set()
        """Seats that have used their one cheating check of this game (SPOT-R5)."""
        self.caught: dict[int, Mapping[str, int]] = {}
        self.swapped: set[int] = set()
        self.settled: list[Pay] = []

    # ---- rolls

    async def after_roll(self, rolls: Rolls, show: Show, staked: Mapping[int, Mapping[str, int]]) -> Rolls:
        """Offer characters a reroll, a look for wards, or a bump, and return the dice as they show now.

        Call this after seats have rolled their own gembones. `show` displays changed dice; a seat that is caught loses
        what it `staked`. The dice of seats in `caught` no longer count.
        """
        asks = {
            seat: ask
            for seat, dice in rolls.items()
            if (ask := self._talent_question(seat, dice, staked.get(seat, {}))) is not None
        }
        if not asks:
            return rolls
        now = {seat: [*dice] for seat, dice in rolls.items()}
        for seat, answer in (await self.table.ask_each(asks)).items():
            if answer in CHEATING:
                await self._cheat(seat, answer, now, staked)
            elif answer == INSPIRED_SWAP:
                await self._cheat(seat, "sleight", now, staked, inspired=True)
            elif answer != "keep":
                self._reroll(seat, answer, now[seat])
            if now[seat] != rolls[seat]:
                show(seat, now[seat])
        return now

    def _talent_question(
        self, seat: int, dice: Sequence[tuple[str, int]], staked: Mapping[str, int]
    ) -> Choose | None:
        if seat not in self.characters or seat in self.caught or not dice:
            return None
        talent = self.characters[seat].talent
        may = {"lucky": self.lucky[seat] > 0, "kit": seat not in self.kit_used}.get(talent, False)
        again = [f"{talent}_{n}" for n in worst_dice(dice)] if may else []
        cheat = [*CHEATING] if self.level == "full" and seat not in self.tried else []
        if "sleight" in cheat and self.characters[seat].lesser < max(
            map(SIZES.__getitem__, staked), default=1
        ):
            # the owner has no gembone of the lower base to swap in
            cheat.remove("sleight")
        # part of the same question: a second one would show the others that something is going on
        inspired = [INSPIRED_SWAP] if "sleight" in cheat and seat in self.inspired else []
        if not again and not cheat:
            return None
        items = dice_keys(dice)
        says = {"dice": tuple(items), **{f"die_{n}": key for n, key in enumerate(items)}}
        return Choose(
            "spot", ("keep", *again, *cheat, *inspired), "keep", clock="quick", says=says, harmless=True
        )

    def _reroll(self, seat: int, answer: str, dice: list[tuple[str, int]]) -> None:
        """Roll one gembone again by a talent; the second roll stands (SPOT-01, SPOT-02)."""
        talent, _, place = answer.partition("_")
        size, old = dice[int(place)]
        face = self.table.chance.die(SIZES[size])
        dice[int(place)] = (size, face)
        if talent == "lucky":
            self.lucky[seat] -= 1
        else:
            self.kit_used.add(seat)
        values = {"old": f"{size}:{old}", "new": f"{size}:{face}", "talent": TALENT_TEXT[talent]}
        self.table.tell("spot_rerolls", None, seat=seat, **values)

    async def _cheat(
        self,
        seat: int,
        skill: Skill,
        now: Rolls,
        staked: Mapping[int, Mapping[str, int]],
        *,
        inspired: bool = False,
    ) -> None:
        """Make a cheating check. Arcana only looks; a failed bump or swap is caught (SPOT-08 to SPOT-10)."""
        self.tried.add(seat)
        passed = await self._check(seat, skill, inspired=inspired)
        if skill == "arcana":
            if passed:
                warded = self.characters[seat].base in WARDED
                self.table.tell("spot_wards" if warded else "spot_no_wards", [seat], seat=seat)
        elif passed and skill == "sleight":
            self.swapped.add(seat)
            self.table.tell("spot_swapped", [seat], seat=seat)
        elif passed:
            now[seat] = [(size, self.table.chance.die(SIZES[size])) for size, _ in now[seat]]
            self.table.tell("spot_bumps", seat=seat, dice=tuple(dice_keys(now[seat])))
        else:
            self.caught[seat] = staked.get(seat, {})
            self.table.seats.out.add(seat)
            self.table.tell("spot_caught", seat=seat)

    # ---- portents

    async def ask_portents(self, seats: Iterable[int]) -> dict[int, int]:
        """Ask seats that are about to roll a g20 each for a portent, and return the faces declared (SPOT-03)."""
        asks = {seat: self._portent_question(seat, "foretell") for seat in seats if self._foresees(seat)}
        answers = await self.table.ask_each(asks) if asks else {}
        return {seat: self._use_portent(seat, answer) for seat, answer in answers.items() if answer != "pass"}

    async def ask_house_portent(self) -> int | None:
        """Ask for a portent before the house rolls a g20; the first seat clockwise that declares one sets the face."""
        asks = {
            seat: self._portent_question(seat, "foretell_house")
            for seat in self.portents
            if self._foresees(seat)
        }
        answers = await self.table.ask_each(asks) if asks else {}
        declared = [seat for seat, answer in answers.items() if answer != "pass"]
        return self._use_portent(declared[0], answers[declared[0]]) if declared else None

    def _foresees(self, seat: int) -> bool:
        return bool(self.portents.get(seat)) and seat not in self.caught

    def _portent_question(self, seat: int, kind: str) -> Choose:
        faces = tuple(str(face) for face in dict.fromkeys(self.portents[seat]))
        # not shown to others, who may not learn that this seat holds portents
        return Choose(kind, ("pass", *faces), "pass", clock="quick", quiet=True, harmless=True)

    def _use_portent(self, seat: int, answer: str) -> int:
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

    async def _check(self, seat: int, skill: Skill, *, inspired: bool = False) -> bool:
        """Roll a d20 and the skill against the DC, and return True if the check is passed.

        Inspiration gives advantage; `inspired` spends it unasked. The Stone of Fool's Luck promises advantage and gives
        disadvantage; together they cancel out (SPOT-R8).
        """
        character, chance = self.characters[seat], self.table.chance
        secret, advantage = skill == "sleight", inspired
        if seat in self.inspired and not secret:
            says = {"skill": SKILLS[skill]}
            ask = Choose("inspired", ("save", "spend"), "save", clock="quick", says=says, harmless=True)
            advantage = await self.table.ask(seat, ask) == "spend"
        if advantage:
            self.inspired.remove(seat)
        face, how = chance.die(D20), ""
        if advantage != character.stone:
            one, two = face, chance.die(D20)
            face = max(one, two) if advantage else min(one, two)
            how = ", with advantage" if advantage else ""
        plus, dc = character.skills.get(skill, 0), self._dc(seat)
        passed = passes(face, plus, dc)
        # nobody else may see that a swap has succeeded (SPOT-R5)
        to = [seat] if passed and secret else None
        if character.stone:
            self.table.tell("spot_stone", to, seat=seat, skill=SKILLS[skill])
        self.table.tell(
            "spot_check", to, seat=seat, skill=SKILLS[skill], face=face, plus=plus, dc=dc, how=how
        )
        if character.stone and not advantage:
            self.table.tell("spot_truth", to, one=one, two=two, face=face)
        return passed

    # ---- the end

    async def finish(self, result: Result) -> Result:
        """Return the result with forfeits and double or nothing settled, and the uses that are left in its facts.

        With the spotlight on a result is never ranked (SPOT-R1).
        """
        if self.level == "off":
            return result
        result = self._forfeit(result)
        if self.level == "full":
            result = await self._double_or_nothing(result)
        facts = {seat: {**result.facts.get(seat, {}), **used} for seat, used in self._facts().items()}
        return result._replace(facts={**result.facts, **facts}, ranked=False)

    def _facts(self) -> dict[int, dict[str, Any]]:
        facts: dict[int, dict[str, Any]] = {}
        for seat in self.characters:
            left = {
                "lucky": self.lucky[seat],
                "portents": self.portents[seat],
                "inspired": seat in self.inspired,
            }
            caught = {"caught": dict(self.caught[seat])} if seat in self.caught else {}
            swaps = {"swaps": True} if seat in self.swapped else {}
            facts[seat] = {"character": left, **caught, **swaps}
        return facts

    def _forfeit(self, result: Result) -> Result:
        """Take winnings and stakes from seats that were caught, for the bank (CODE-R2).

        Nobody at the table gets any of it: to be caught would be a sure way to hand money to a friend.
        """
        if not self.caught:
            return result
        pays, settled = [], [*self.settled]
        for pay in result.pays:
            if pay in settled:
                settled.remove(pay)
                stands = pay.taker not in self.caught
            else:
                stands = not {pay.giver, pay.taker} & self.caught.keys()
            if stands or pay.taker in (POT, HOUSE):
                pays.append(pay)
            elif pay.giver == POT or pay.giver in self.caught:
                # without a payment to the bank, the gembones of a pot would belong to nobody
                pays.append(pay._replace(taker=HOUSE))
        for seat, staked in self.caught.items():
            paid = Counter(dict.fromkeys(staked, 0))
            for pay in pays:
                if pay.giver == seat and not pay.if_able:
                    paid[pay.unit] += pay.amount
            pays += [Pay(seat, HOUSE, unit, n - paid[unit]) for unit, n in staked.items() if n > paid[unit]]
        return with_pays(result, pays)

    async def _double_or_nothing(self, result: Result) -> Result:
        """Let seats that lost plead: a check, then a coin; heads cancel the loss, tails double it (SPOT-R4).

        The match is not settled yet, so the winner still has what may have to be returned; the doubled loss is set
        aside with the answer.
        """
        caught = {seat for seat, facts in result.facts.items() if "caught" in facts} | self.caught.keys()
        losses = {
            seat: lost
            for seat in self.characters
            if seat not in caught and (lost := losing_pays(seat, result.pays))
        }
        asks = {seat: self._plea_question(seat, lost) for seat, lost in losses.items()}
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
            values = {"seat": seat, "loss": loss_text(seat, losses[seat])}
            kind = "spot_heads" if heads else "spot_tails"
            self.table.tell(kind, None, **values)
            notes.append(Line(TEXTS.words[kind], values))
        return with_pays(result, pays)._replace(notes=tuple(notes))

    def _plea_question(self, seat: int, lost: Sequence[Pay]) -> Choose:
        given, taken = _totals(seat, lost)
        cost = Cost(dict(given), dict(taken))
        says = {"loss": loss_text(seat, lost)}
        return Choose(
            "double", ("decline", *PLEAS), "decline", clock="window", public=True, says=says,
            costs=dict.fromkeys(PLEAS, cost),
        )  # fmt: skip


# ---- dice that have just been rolled


def worst_dice(dice: Sequence[tuple[str, int]]) -> list[int]:
    """Return the places of the dice to offer for a reroll: the lowest ones, and only one of equal dice."""
    places = {die: place for place, die in reversed([*enumerate(dice)])}
    lowest = sorted(places.values(), key=lambda place: dice[place][1])[:MOST_OFFERED]
    return sorted(lowest)


def dice_keys(dice: Iterable[tuple[str, int]]) -> list[str]:
    """Return dice as the item keys that zones hold."""
    return [f"{size}:{face}" for size, face in dice]


def zone_display(zones: Mapping[int, Open]) -> Show:
    """Return a function that shows a seat's dice in its zone, which must hold nothing else."""

    def show(seat: int, dice: list[tuple[str, int]]) -> None:
        zones[seat].items = dice_keys(dice)

    return show


# ---- double or nothing


def losing_pays(seat: int, pays: Sequence[Pay]) -> list[Pay]:
    """Return the payments of a seat's loss: those to every taker who won more from the seat than they gave.

    With the house both directions count, since winnings and losses of one game against it are one loss (SPOT-R4).
    """
    lost: list[Pay] = []
    for other in dict.fromkeys(pay.taker for pay in pays if pay.giver == seat and pay.taker != POT):
        given = [pay for pay in pays if (pay.giver, pay.taker) == (seat, other) and not pay.if_able]
        taken = [pay for pay in pays if (pay.giver, pay.taker) == (other, seat)] if other == HOUSE else []
        if _worth(given) > _worth(taken):
            lost += [*given, *taken]
    return lost


def loss_text(seat: int, lost: Sequence[Pay]) -> str:
    """Return a loss as text: the gembones given, and those received in return."""
    given, taken = _totals(seat, lost)
    return amount_text(given) + (f" for {amount_text(taken)}" if taken else "")


def with_pays(result: Result, pays: Sequence[Pay]) -> Result:
    """Return the result with other payments, and rows that agree with them."""
    change = changes(pays)
    rows = tuple(structs.replace(row, change=change.get(row.seat, {})) for row in result.rows)
    return result._replace(pays=tuple(pays), rows=rows)


def _totals(seat: int, pays: Sequence[Pay]) -> tuple[Counter[str], Counter[str]]:
    """Return the total units that a seat gives, and the total that it takes."""
    given, taken = Counter[str](), Counter[str]()
    for pay in pays:
        (given if pay.giver == seat else taken)[pay.unit] += pay.amount
    return given, taken


def _worth(pays: Sequence[Pay]) -> int:
    return sum(worth({pay.unit: pay.amount}) for pay in pays)


# ---- computer players


def without_talents(policy: Policy) -> Policy:
    """Return the policy with default answers to the spotlight's questions: computer players have no characters."""
    return WithoutTalents(policy)


@dataclass(frozen=True, slots=True)
class WithoutTalents:
    """A computer player that plays like another one, without using talents."""

    policy: Policy

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""
        return self.policy.tempers if isinstance(self.policy, Tempered) else ()

    def tempered(self, temper: str) -> WithoutTalents:
        """Return the same player with a temper."""
        return WithoutTalents(
            self.policy.tempered(temper) if isinstance(self.policy, Tempered) else self.policy
        )

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Give the default answer to the spotlight's questions; let the other player answer the rest."""
        if ask.kind in KINDS and ask.prompt is not None:
            return ask.prompt.default
        return self.policy(scene, ask, luck)

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the answers as the other player weighs them."""
        return None if ask.kind in KINDS else weigh(self.policy, scene, ask, luck)
