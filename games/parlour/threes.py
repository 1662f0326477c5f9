"""Threes: roll, keep all of one value, roll the rest; the lowest Keep wins, and 3s count nothing (TH)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate
from typing import Any, Self

from pydantic import model_validator

from games.computer import newcomer
from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.endings.finish import Feat, Finish
from games.engine.errors import BadChoice
from games.engine.game import Game, GameCoroutine, variant
from games.engine.prompts import Answer, Choose
from games.engine.scene import BACK, Line, OpenAsk, Scene
from games.engine.table import Table
from games.engine.table_objects import Open
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.bets import players
from games.parlour.players.hearing import Deal, Dealer
from games.parlour.players.keeping import Keep, Plan, plan_against
from games.parlour.shared.computer import hand_of, options_of, rivals
from games.parlour.shared.deck import NUMBER, PLAIN
from games.parlour.shared.endings import best_row, pot_reasons, won_with
from games.parlour.shared.game_frame import PUBLIC_CARRY
from games.parlour.shared.options import ParlourOptions
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.shared.texts import POT_TEXTS
from games.phrases import spelled
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""

VALUES = range(1, 7)
SCORE = {value: 0 if value == 3 else value for value in VALUES}
"""The points of each die of a Keep (TH-09)."""


class Options(ParlourOptions):
    """Options of Threes."""

    fools_luck: bool = variant(
        "Fool's Luck", "A Keep whose dice all differ beats any other; if several do, the highest total wins."
    )
    strength_in_numbers: bool = variant(
        "Strength in Numbers",
        "A Keep whose dice all match beats any other; if several do, the highest total wins.",
    )
    cant_win_with_nothing: bool = variant(
        "Can't Win With Nothing", "A Keep of nothing but 3s loses to every other."
    )
    hidden_fate: bool = variant(
        "Hidden Fate",
        "Four dice and a secret card as the fifth, with one more Betting Round before you show it.",
    )
    dragon_cards: bool = variant(
        "Dragon Cards", "With Hidden Fate: three Dragons join the deck, and yours is any die you say."
    )

    @model_validator(mode="after")
    def _dragons_need_cards(self) -> Self:
        if self.dragon_cards and not self.hidden_fate:
            raise BadChoice("Dragon Cards need Hidden Fate: without it Threes has no cards.")
        return self


def total(keep: Sequence[int]) -> int:
    """Return the total of a Keep (TH-09)."""
    return sum(SCORE[value] for value in keep)


def strength(keep: Sequence[int], options: Options) -> tuple[int, ...]:
    """Rank a Keep; the greater tuple wins (TH-08, TH-16 to TH-22, TH-R5)."""
    kinds = set(keep)
    if options.cant_win_with_nothing and kinds == {3}:
        return (0, 0)
    if options.strength_in_numbers and len(kinds) == 1:
        return (3, total(keep))
    if options.fools_luck and len(kinds) == len(keep):
        return (2, total(keep))
    return (1, -total(keep))


def worth(keep: Sequence[int]) -> Line:
    """Return a Keep in words."""
    return Line("a total of {total}: {dice:items}", {"total": total(keep), "dice": tuple(map(die, keep))})


def die(value: int) -> str:
    """Return the key of a die face."""
    return f"d6:{value}"


def value_of(key: str) -> int:
    """Return the face of a die, or the number of a card's rank; not for Dragons (TH-25)."""
    return int(key[3:]) if key.startswith("d6:") else NUMBER[key[0]]


async def threes(play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (TH-01 to TH-07, TH-23 to TH-29)."""
    count = 4 if options.hidden_fate else 5
    if options.hidden_fate:
        play.deal(1, dragons=options.dragon_cards)
    keeps: dict[int, Open] = {}
    dice: dict[int, Open] = {}
    for seat in play.order():
        keeps[seat], dice[seat] = Open("keep", [], seat), Open("dice", [""] * count, seat)
        play.lay(seat, keeps[seat])
        play.lay(seat, dice[seat])

    def rolling() -> list[int]:
        return [seat for seat in play.order() if dice[seat].items]

    while rolling():
        await _roll_and_keep(play.table, {seat: (dice[seat], keeps[seat]) for seat in rolling()})
        if rolling():
            await play.betting_round()
    keep_values = {seat: [value_of(key) for key in keeps[seat].items] for seat in play.order()}
    if options.hidden_fate:
        await play.betting_round()
        for seat, value in (await _show_cards(play, keep_values, options)).items():
            keep_values[seat].append(value)
    play.table.tell("showdown")
    return Ranking(
        {seat: strength(keep_values[seat], options) for seat in play.live},
        {seat: worth(keep_values[seat]) for seat in play.live},
    )


async def _roll_and_keep(table: Table, places: dict[int, tuple[Open, Open]]) -> None:
    """Let all seats roll their remaining dice and name a value at the same time (TH-02, TH-05, TH-11 to TH-13)."""
    table.phase("keep")
    prompts = {}
    for seat, (dice, _) in places.items():
        faces = table.chance.roll(len(dice.items), 6)
        dice.items = [die(face) for face in faces]
        table.tell("rolls", seat=seat, dice=tuple(dice.items))
        shown = Counter(faces)
        if len(shown) > 1:
            values = tuple(str(value) for value in VALUES if value in shown)
            stored = [value_of(key) for key in places[seat][1].items]
            so_far = Line(table.words["so_far"] if stored else "", {"total": total(stored)})
            says: dict[str, Any] = {"so_far": so_far}
            for value, n in shown.items():
                says[f"dice_{value}"] = spelled("{face}s", face=value) if n > 1 else str(value)
                says[f"adds_{value}"], says[f"left_{value}"] = n * SCORE[value], len(faces) - n
            prompts[seat] = Choose("keep", values, "3" if 3 in shown else values[0], public=True, says=says)
    answers = await table.ask_each(prompts)
    for seat, (dice, keep) in places.items():
        key = f"d6:{answers[seat]}" if seat in answers else dice.items[0]
        n = dice.items.count(key)
        keep.items = [*keep.items, *[key] * n]
        dice.items = [other for other in dice.items if other != key]
        table.tell("keeps", seat=seat, dice=(key,) * n)


async def _show_cards(play: Play, keep_values: dict[int, list[int]], options: Options) -> dict[int, int]:
    """Turn up all cards at once; the owner of a Dragon declares its value at the same time (TH-27 to TH-29, TH-R8).

    With Dragons in the deck every seat is asked, so that the question doesn't reveal who has one.
    """
    cards = {seat: play.hands[seat].cards[0] for seat in play.order()}
    declared: dict[int, str] = {}
    if options.dragon_cards:
        prompts = {}
        for seat, card in cards.items():
            values: tuple[str, ...] = ("show",)
            best = "show"
            if card[0] == "D":
                values = tuple(map(str, VALUES))
                best = max(values, key=lambda value: strength([*keep_values[seat], int(value)], options))
            prompts[seat] = Choose("declare", values, best)
        play.table.phase("reveal")
        declared = await play.table.ask_each(prompts)
    values_of_cards = {}
    for seat, card in cards.items():
        play.hands[seat].show()
        if card[0] == "D":
            values_of_cards[seat] = int(declared[seat])
            play.table.tell("declares", seat=seat, card=card, value=values_of_cards[seat])
        else:
            values_of_cards[seat] = value_of(card)
            play.table.tell("turns_up", seat=seat, card=card)
    return values_of_cards


# ---- computer players, by the exact odds of every Keep under each variant

DICE = 5
"""The dice of a finished Keep; a Hidden Fate card counts as one."""
WILD = 0
"""A Dragon in a Keep, which its owner counts as the best value."""
CROWD = 3
"""The most rivals that a plan considers: more of them don't change it."""


def rank_of(keep: Keep, options: Options) -> tuple[int, ...]:
    """Return the strength of a finished Keep, with a Dragon counted as its best value."""
    if WILD not in keep:
        return strength(keep, options)
    at = keep.index(WILD)
    return max(strength([*keep[:at], value, *keep[at + 1 :]], options) for value in VALUES)


@cache
def plan_for(fools_luck: bool, numbers: bool, nothing: bool, rivals: int) -> Plan:
    """Compute the best plan under these variants."""
    options = Options(fools_luck=fools_luck, strength_in_numbers=numbers, cant_win_with_nothing=nothing)
    return plan_against(partial(rank_of, options=options), DICE, rivals)


def plan_of(options: Options, rivals: int) -> Plan:
    """Return the best plan for a table's options; tables with the same ranking of Keeps share it."""
    numbers, nothing = options.strength_in_numbers, options.cant_win_with_nothing
    return plan_for(options.fools_luck, numbers, nothing, min(max(rivals, 1), CROWD))


def _kept_by(scene: Scene, seat: int) -> tuple[Keep, int, bool]:
    """Return a seat's Keep with its card if visible, its number of unkept dice, and whether it has a hidden card."""
    keep, dice, hand = (hand_of(scene, seat, name) for name in ("keep", "dice", "hand"))
    values = [value_of(key) for key in keep.items] if keep else []
    hidden = hand is not None and BACK in hand.items
    if hand is not None and not hidden:
        values += [WILD if card[0] == "D" else value_of(card) for card in hand.items]
    return tuple(sorted(values)), len(dice.items) if dice else 0, hidden


def _pick(chances: Mapping[Keep, float], luck: Chance) -> Keep:
    """Draw a Keep at random, according to the chances."""
    at, keeps = luck.below(1 << 20) / (1 << 20), list(chances)
    below = bisect_left(list(accumulate(chances.values())), at)
    return keeps[min(below, len(keeps) - 1)]


def read_dealer(scene: Scene) -> Dealer | None:
    """Return a dealer that finishes all Keeps by a sound plan; a hidden card may be any card of the deck."""
    options = options_of(scene, Options)
    plan = plan_of(options, 1)
    seats = {seat: _kept_by(scene, seat) for seat in (scene.viewer, *rivals(scene))}
    pool = [*(card[0] for card in PLAIN), *("DDD" if options.dragon_cards else "")]

    def deal(luck: Chance) -> Deal:
        now, end = {}, {}
        for seat, (keep, dice, hidden) in seats.items():
            if hidden:
                rank = luck.choice(pool)
                keep = tuple(sorted((*keep, WILD if rank == "D" else NUMBER[rank])))
            now[seat] = plan.value(keep, dice)
            end[seat] = rank_of(_pick(plan.ends(keep, dice), luck), options)
        return Deal(now, end)

    return deal


@dataclass(frozen=True, slots=True)
class Keeping:
    """A player that keeps the values most likely to beat the rivals: all of them, or only one."""

    all_rivals: bool

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the best value to keep, and the default at any other question."""
        assert ask.prompt is not None
        weighed = self.weigh(scene, ask, luck)
        return ask.prompt.default if weighed is None else weighed.ways[0][0]

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the values that may be kept, each with the exact chance to win that it leaves."""
        dice = hand_of(scene, scene.viewer, "dice")
        if ask.kind != "keep" or dice is None:
            return None
        keep, _, _ = _kept_by(scene, scene.viewer)
        plan = plan_of(options_of(scene, Options), len(rivals(scene)) if self.all_rivals else 1)
        ways = plan.ways(keep, Counter(map(value_of, dice.items)))
        return Weighed.by_worth((str(value), ways[value]) for value in sorted(ways))


plays, sharp = Keeping(all_rivals=False), Keeping(all_rivals=True)


def is_all_threes(reason: Line, options: Options) -> bool:
    """Tell whether a Keep is 3 3 3 3 3 in a game where that is the best Keep."""
    return set(reason.values["dice"]) == {die(3)} and not options.cant_win_with_nothing


FEATS = (Feat("perfect", "all_threes", won_with(is_all_threes)),)


class Threes(ParlourGame):
    """The data sheet of Threes."""

    key = "threes"
    texts = read_texts(__name__, POT_TEXTS, ante=ANTE, face=VALUES)
    version = 1
    public_carry = PUBLIC_CARRY
    seats = (2, 10)
    complexity = "simple"
    minutes = 4
    emblem = ("d6:3", "d6:3", "d6:3")
    options = Options
    night_variants = (
        "fools_luck",
        "strength_in_numbers",
        "cant_win_with_nothing",
        "hidden_fate",
        "dragon_cards",
    )
    rated_after = 3
    policies = players(read_dealer, plays, clumsy=newcomer(plays, slips=3), sharp=sharp)
    feats = FEATS
    dealer = staticmethod(read_dealer)

    def play(self, table: Table, options: Options) -> GameCoroutine:
        """Play Threes, from the ante to the payoff."""
        return play_for_pot(table, options, threes, ante=ANTE, hidden=options.hidden_fate)

    def reasons(self, finish: Finish) -> Iterable[Line]:
        """Explain a Keep that won by its class instead of its total, then give the lines of every game with a pot."""
        row = best_row(finish)
        if row is not None and row.reason is not None and "dice" in row.reason.values:
            kinds, options = set(row.reason.values["dice"]), finish.options
            if options.strength_in_numbers and len(kinds) == 1:
                yield Line(finish.words["ending:strength_in_numbers"])
            elif options.fools_luck and len(kinds) == len(row.reason.values["dice"]):
                yield Line(finish.words["ending:fools_luck"])
        for each in finish.result.rows if finish.options.cant_win_with_nothing else ():
            if each.reason is not None and set(each.reason.values.get("dice", ())) == {die(3)}:
                yield Line(finish.words["ending:nothing_but_threes"], {"seat": each.seat})
        yield from pot_reasons(finish)


GAME: Game = Threes()
