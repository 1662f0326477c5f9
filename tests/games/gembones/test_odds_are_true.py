"""Each line of the odds that members are told agrees with the real game, under every variant and every pair of them.

Whole matches are played from seeds, and what is counted in them must lie within four standard errors of what is told.
A line that is not counted must say so. The quick form plays a few matches of each; DICENIGHT_SOAK plays many more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod, sqrt
from typing import Any

import pytest

from games.engine import HOUSE, MINT, BadOptions, Chance, Choose, Header, Match, Odds, Options, Seed, changes
from games.engine.money import SIZES, WORTH
from games.engine.questions import Ask
from games.gembones.barovian_boneyard.odds import CALL_NAMES, call_of, payments, payout_odds
from games.gembones.barovian_boneyard.storming_castle import Castle
from games.gembones.fireball.state import starting_dice
from games.gembones.hags_haggle.odds import SETS, settle
from games.gembones.lucky_13.options import DICE, LUCKY
from games.gembones.lucky_13.thirteen import Blessed, State, claims, decisions, swaps
from games.gembones.rolled_gold.odds import Roll, outcome
from games.gembones.tiamat.combinations import Combination, combination_of
from games.gembones.tiamat.odds import DEALT
from games.gembones.tripledip.nine_bells import ROLLS_A_PRESS, wins
from games.gembones.tripledip.state import ANNAM, ANNAM_LOSS, DUBS, TRIPS, score_of
from games.registry import GAMES
from tests.helpers.odds import SOAK

Line = tuple[str, str]
"""What a line tells of, and its unit, which is empty for a chance."""
Sample = tuple[Line, float]
"""What one throw, or one match, shows of a line."""
Sampler = Callable[[int, Options, Mapping[str, Any]], Iterator[Sample]]
"""Plays the match of a number under some options, and yields what it shows."""

VARIANTS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "tripledip": (
        {"annam_all_or_nothing": True},
        {"machaes_golden_pot": True},
        {"mordenkainens_madness": True},
        {"high_stakes": True, "size": "g20"},
        {"tray": 5},
        {"spotlight": "full"},
    ),
    "lucky_13": (
        {"garls_gratuitous_gift": True},
        {"brandobaris_little_luck": True},
        {"leiras_dice_deception": True},
        {"masks_shadow_swindle": True},
        {"tymoras_bold_blessing": True},
        {"waukeens_winning_wealth": True},
        {"blessings_of_the_tricksters": True},
        {"spotlight": "full"},
    ),
    "rolled_gold": (
        {"acereraks_bane": True},
        {"dark_moon_heresy": True},
        {"flying_snake_tax": True},
        {"jarlaxles_charm": True},
        {"red_wizards_duel": True},
        {"vault_of_dragons": True},
        {"buy_in_again": True},
        {"g100_wagers": True},
        {"tray": 5},
        {"spotlight": "full"},
    ),
    "barovian_boneyard": (
        {"blinsky": True},
        {"madam_eva": True},
        {"storming_the_castle": True},
        {"vistani_stowaway": True},
        {"wolves_in_the_woods": True},
        {"size": "g8"},
        {"size": "g10"},
        {"spotlight": "full"},
    ),
    "hags_haggle": (
        {"kind_hag": True},
        {"codes": False},
        {"bargains": False},
        {"dealer": True},
        {"tray": 5},
        {"gembones": "g12"},
        {"spotlight": "full"},
    ),
    "fireball": (
        {"at_higher_levels": 9},
        {"evocation_overchannel": True},
        {"cone_of_cold": True},
        {"flame_strike": True},
        {"meteor_swarm": True},
        {"wall_of_fire": True},
        {"mode": "rounds"},
    ),
    "tiamat": ({"bahamut": True}, {"dracolich": True}, {"dueling_dragons": True}, {"spotlight": "full"}),
}
"""Each game to its variants, and to the other options under which its rolls fall or count differently."""

UNCOUNTED = {
    "spotlight": "with the spotlight",
    "garls_gratuitous_gift": "with Garl's Gratuitous Gift",
    "blessings_of_the_tricksters": "with Blessings of the Tricksters",
    "storming_the_castle": "what captives lose",
    "wall_of_fire": "with Wall of Fire",
    "bargains": "bargains",
}
"""Options to what the odds say that they do not count."""


def combined(game: str) -> Iterator[dict[str, Any]]:
    """Yield no variant, each variant and every pair of them, as far as the game allows them together."""
    yield {}
    for number in (1, 2):
        for chosen in combinations(VARIANTS[game], number):
            options = {name: value for variant in chosen for name, value in variant.items()}
            if len(options) == sum(map(len, chosen)):
                try:
                    GAMES[game].parse_options(options)
                except BadOptions:
                    continue
                yield options


def label(value: object) -> str:
    """Return a short name of a case."""
    return "-".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else str(value)


CASES = [(game, options) for game in VARIANTS for options in combined(game)]


def play(
    game: str,
    number: int,
    seats: int,
    raw: Mapping[str, Any],
    answer: Callable[[Ask], Any],
    *,
    until: Callable[[Match, Ask], bool] = lambda match, ask: False,
    carry: Mapping[str, Any] | None = None,
) -> Match:
    """Play a match to its end, or until a question of which `until` is true; `answer` answers every question."""
    found = GAMES[game]
    header = Header(
        game, found.version, dict(raw), tuple(range(seats)), Seed("odds", number), {}, carry or {}
    )
    match = Match(found, header, digests=False)
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        if until(match, ask):
            break
        match.answer(ask.id, ask.seat, answer(ask))
    return match


def most(ask: Ask) -> Any:
    """Wager as much as the game allows, put up what is asked for, and want nothing else."""
    prompt = ask.prompt
    if isinstance(prompt, Choose) and prompt.amount is not None:
        return prompt.amount.high
    return "stake" if isinstance(prompt, Choose) and "stake" in prompt.options else prompt.default


def odds_of(game: str, options: Options) -> Iterable[Odds]:
    """Return the odds that a member is told."""
    odds = GAMES[game].odds(options)
    assert odds is not None
    return odds


@cache
def lines(game: str, options: Options) -> tuple[str, ...]:
    """Return what each line of the odds is about."""
    return tuple(odds.name for odds in odds_of(game, options))


# ---- what matches show


def tripledip(number: int, options: Any, raw: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield what each seat's first roll shows."""
    match = play("tripledip", number, 4, raw, most, until=lambda match, ask: ask.prompt.kind == "roll")
    one = "the first" if options.tray and len(options.sizes) > 1 else "one"
    ranks = {"trips": TRIPS, "dubs": DUBS, "the three highest": ANNAM, "1, 2, 3": ANNAM_LOSS}
    first = dict[tuple[int, str], list[int] | None]()
    for event in match.events:
        values = event.values
        if event.kind == "cracks":
            first.setdefault((values["seat"], values["size"]), None)
        elif event.kind == "rolls":
            sizes = dict.fromkeys(key.split(":")[0] for key in values["dice"])
            for size in sizes:
                rolled = [int(key.split(":")[1]) for key in values["dice"] if key.startswith(f"{size}:")]
                first.setdefault((values["seat"], size), rolled)
    for (_, size), faces in first.items():
        if options.tray:
            yield (f"{one} roll of 3{size}: it cracks", ""), faces is None
        rank = score_of(faces, SIZES[size], options.annam_all_or_nothing).rank if faces else None
        for name, wanted in ranks.items():
            if options.annam_all_or_nothing or wanted in (TRIPS, DUBS):
                yield (f"{one} roll of 3{size}: {name}", ""), rank == wanted


def lucky_13(number: int, options: Any, raw: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield whether the first player, who never stops early, has made 13."""
    blessed = Blessed.by(options)
    state = State(DICE)

    def best(values: Sequence[tuple[str, Fraction]]) -> str:
        return max(values, key=lambda choice: choice[1])[0]

    def answer(ask: Ask) -> Any:
        nonlocal state
        prompt = ask.prompt
        if not isinstance(prompt, Choose) or "stake" in prompt.options:
            return most(ask)
        says = prompt.says
        if ask.prompt.kind == "roll":
            unrolled = tuple(size for size in prompt.options if size in DICE)
            state = State(unrolled, says["total"], state.lied)
            return best(decisions(blessed, state)) if unrolled or "flip" in prompt.options else "stop"
        if ask.prompt.kind == "say":
            before = State(state.unrolled, says["total"] - says["face"], state.lied)
            every = claims(blessed, before, says["size"], says["face"])
            # stopping without a lie forces one, of which the plan has made the best before
            said = best([claim for claim in every if claim[0] in prompt.options])
            state = state._replace(lied=said != "true")
            return said
        if ask.prompt.kind == "swap":
            rest = [size for size in prompt.options if size in DICE]
            return best(swaps(State((), says["without"]), rest))
        return prompt.default

    over = ("ends", "bust")
    match = play(
        "lucky_13",
        number,
        2,
        raw,
        answer,
        until=lambda match, ask: any(event.kind in over for event in match.events),
    )
    first = next(event for event in match.events if event.kind in over)
    yield ("exactly 13, if you never stop early", ""), first.values["total"] == LUCKY


def rolled_gold(number: int, options: Any, raw: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield what a die of each size wins and brings; each seat has one, in each game of a pair."""
    placed: set[tuple[int, str]] = set()

    def answer(ask: Ask) -> Any:
        size = options.sizes[ask.seat]
        kind = ask.prompt.kind
        if kind == "buy_in":
            return size
        # in the second game of a pair the minimum is in the tray already
        if kind == "more" and "disadvantage" in moons and size != options.minimum and placed_in(ask.seat):
            return size
        return ask.prompt.default

    moons: list[str] = []

    def placed_in(seat: int) -> bool:
        new = (seat, moons[-1]) not in placed
        placed.add((seat, moons[-1]))
        return new

    def watch(match: Match, ask: Ask) -> bool:
        done = sum(event.kind.startswith("house") and event.kind != "house_one" for event in match.events)
        moons[:] = ["advantage", "disadvantage"][: done + 1]
        return False

    match = play("rolled_gold", number, len(options.sizes), raw, answer, until=watch)
    lead = ""
    for event in match.events:
        values = event.values
        if event.kind in ("house", "house_advantage", "house_disadvantage"):
            moon = event.kind.removeprefix("house").strip("_")
            lead = f"with {moon}: " if moon else ""
            counted: set[int] = set()
        elif event.kind == "house_one":
            for size in options.sizes:
                yield (f"{lead}a {size} wins", ""), True
                yield (f"{lead}a {size} brings", "pieces a game"), SIZES[size]
        elif event.kind in ("paid", "gold", "lost", "inactive"):
            size = options.sizes[values["seat"]]
            if values["size"] != size or values["seat"] in counted:
                continue
            counted.add(values["seat"])
            won = event.kind in ("paid", "gold")
            gain = pieces(values["dice"]) if won else -SIZES[size] if event.kind == "lost" else 0
            yield (f"{lead}a {size} wins", ""), won
            yield (f"{lead}a {size} brings", "pieces a game"), gain


def pieces(text: str) -> int:
    """Return the worth of an amount in words: `1g20 + 2 pieces`."""
    found = re.findall(r"(\d+)(g\d+| piece)", text)
    return sum(int(count) * WORTH[unit.strip()] for count, unit in found)


def barovian_boneyard(number: int, options: Any, raw: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield the share of each call, and the mean of a wager; of each number of players in Storming the Castle."""
    rollers = 2 + number % 7 if options.storming_the_castle else 3
    match = play("barovian_boneyard", number, rollers, raw, most)
    assert match.result is not None
    wagers = rollers * options.most
    counted = dict.fromkeys(CALL_NAMES, 0)
    for event in match.events:
        name = event.kind.removesuffix("_loses")
        if name in counted:
            counted[name] += len(event.values["dice"])
    told = lines("barovian_boneyard", options)
    for name, n in counted.items():
        what = next(what for what in told if what.startswith(CALL_NAMES[name]))
        yield (what, ""), n / wagers
    change = changes(match.result.pays)
    what = (
        f"a wager of {rollers} players, nobody caught before," if options.storming_the_castle else "a wager"
    )
    yield (f"{what} brings", "wagers"), -change.get(HOUSE, {}).get(options.size, 0) / wagers
    if options.blinsky:
        yield (f"{what} brings", "tickets"), -change.get(MINT, {}).get("tickets", 0) / wagers


def hags_haggle(number: int, options: Any, raw: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield the share of each verdict, and the mean of a wager; under code 7 in every second match."""
    seats = 3
    carry = {"codes": [7 if number % 2 else 2], "games": 0} if options.codes else {}
    match = play("hags_haggle", number, seats, raw, most, carry=carry)
    assert match.result is not None
    die = next(event.values["die"] for event in match.events if event.kind == "set")
    kinds = {"match": "a match", "exceed": "higher", "lower": "lower"}
    if options.tray:
        kinds["cracks"] = "it leaves the tray"
    wagers = seats * options.most
    for kind, name in kinds.items():
        yield (f"{die}: {name}", ""), sum(event.kind == kind for event in match.events) / wagers
    under = " under code 7" if options.codes and number % 2 else ""
    lost = changes(match.result.pays).get(HOUSE, {})
    gain = -sum(SIZES[unit] * n for unit, n in lost.items()) / SIZES[die] / wagers
    yield (f"{die}: a wager brings{under}", "wagers"), gain


def fireball(number: int, options: Any, raw: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield how many rolls one player's gembones take by the game's own locks, and what a loose one shows."""
    dice, chance = starting_dice(options, "stake"), Chance(Seed("odds", number))
    rolled = 0
    while not dice.complete:
        faces = chance.roll(dice.loose, dice.sides)
        if rolled == 1:
            many = "s" * (len(dice.targets) - 1)
            yield (f"a loose gembone shows your target{many}", ""), faces[0] in dice.targets
        dice.lock(faces)
        rolled += 1
    if not options.wall_of_fire:
        yield ("until all do, alone", "rolls"), rolled


def tiamat(number: int, options: Any, raw: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield which combination each seat is dealt."""
    match = play("tiamat", number, 4, raw, most, until=lambda match, ask: ask.prompt.kind == "discard")
    names = dict(zip(DEALT, lines("tiamat", options), strict=False))
    for event in match.events:
        if event.kind == "dealt":
            hand = combination_of(event.values["cards"])
            for combination, what in names.items():
                yield (what, ""), Combination(hand.rank, second=hand.second) == combination


SAMPLERS: Mapping[str, tuple[Sampler, int]] = {
    "tripledip": (tripledip, 30),
    "lucky_13": (lucky_13, 80),
    "rolled_gold": (rolled_gold, 25),
    "barovian_boneyard": (barovian_boneyard, 42),
    "hags_haggle": (hags_haggle, 30),
    "fireball": (fireball, 40),
    "tiamat": (tiamat, 20),
}
"""Each game to its sampler, and to the matches of the quick form."""

# ---- gains of one wager, counted over all throws by the functions that settle the games


def rolled_gold_gains(options: Any) -> Iterator[tuple[Line, Fraction]]:
    """Yield the gain of a die of each size, over all throws of the house and of the die."""
    for moon in ("advantage", "disadvantage") if options.dark_moon_heresy else ("",):
        pairs = list(product(range(1, 21), repeat=2 if moon else 1))
        shown = [min(pair) if moon == "disadvantage" else max(pair) for pair in pairs]
        stands = [house for house in shown if house >= (13 if options.jarlaxles_charm else 1)]
        stays = 1 - Fraction(options.tray if options.vault_of_dragons else 0, 100)
        for size in options.sizes:
            by_house = {house: gains_against(house, size, options.rules) for house in {*stands}}
            gains = [by_house[house] * (stays if house > 1 else 1) for house in stands]
            lead = f"with {moon}: " if moon else ""
            yield (f"{lead}a {size} brings", "pieces a game"), sum(gains, Fraction(0)) / len(gains)


@cache
def gains_against(house: int, size: str, rules: Any) -> Fraction:
    """Return the mean gain of a die against one roll of the house."""
    if house == 1:
        return Fraction(SIZES[size])
    faces, banes = range(1, SIZES[size] + 1), range(1, 5) if rules.bane else (0,)
    nets = [outcome(Roll(size, face), house, rules, bane).net for face in faces for bane in banes]
    return Fraction(sum(nets), len(nets))


def boneyard_gains(options: Any) -> Iterator[tuple[Line, Fraction]]:
    """Yield the gain of a wager, in wagers and in tickets, over all throws of the house and of the players."""
    sides, size = SIZES[options.size], options.size
    kinds = Counter(
        tuple(sorted(Counter(call_of((a, b), face) for face in range(1, sides + 1)).items()))
        for a in range(1, sides + 1)
        for b in range(1, sides + 1)
    )
    for rollers in range(2, 5) if options.storming_the_castle else (1,):
        gembones = tickets = 0
        for faces, times in kinds.items():
            for rolled in product(faces, repeat=rollers):
                calls = {seat: name for seat, (name, _) in enumerate(rolled)}
                odds, fines = payout_odds(options), dict[int, int]()
                if options.storming_the_castle:
                    odds, fines = Castle({}, size, range(rollers)).storm(calls, odds)
                paid = payments(options, {seat: [name] for seat, name in calls.items()}, odds, fines)
                ways = times * prod(n for _, n in rolled)
                gembones -= ways * changes(paid).get(HOUSE, {}).get(size, 0)
                tickets -= ways * changes(paid).get(MINT, {}).get("tickets", 0)
        every = sides ** (2 + rollers) * rollers
        what = f"a wager of {rollers} players, nobody caught before," if rollers > 1 else "a wager"
        yield (f"{what} brings", "wagers"), Fraction(gembones, every)
        if options.blinsky:
            yield (f"{what} brings", "tickets"), Fraction(tickets, every)


def haggle_gains(options: Any) -> Iterator[tuple[Line, Fraction]]:
    """Yield the gain of a wager, over all throws of the hag and of the player."""
    for die in SETS if options.gembones == "dealer" else (options.gembones,):
        half = range(1, SIZES[SETS[die].house] + 1)
        for sevens in (False, True) if options.codes else (False,):
            nets = []
            for one, other, face in product(half, half, range(1, SIZES[die] + 1)):
                won, lost = settle(die, face, one + other, options.kind_hag, sevens)
                nets.append(sum(SIZES[unit] * n for unit, n in won.items()) - lost * SIZES[die])
            leaves = Fraction(options.tray, 100)
            mean = (1 - leaves) * Fraction(sum(nets), len(nets) * SIZES[die]) - leaves
            yield (f"{die}: a wager brings{' under code 7' if sevens else ''}", "wagers"), mean


GAINS: Mapping[str, Callable[[Any], Iterator[tuple[Line, Fraction]]]] = {
    "rolled_gold": rolled_gold_gains,
    "barovian_boneyard": boneyard_gains,
    "hags_haggle": haggle_gains,
}


@pytest.mark.rule("OD-RG1", "OD-BB1", "OD-BB5", "OD-HH1")
@pytest.mark.parametrize(("game", "raw"), [case for case in CASES if case[0] in GAINS], ids=label)
def test_each_gain_is_exact(game: str, raw: dict[str, Any]) -> None:
    options = GAMES[game].parse_options(raw)
    told = {(odds.name, odds.per): odds.value for odds in odds_of(game, options) if odds.per}
    counted = dict(GAINS[game](options))
    assert {line: told[line] for line in counted} == counted
    if not getattr(options, "storming_the_castle", False):
        assert {*told} == {*counted}


# ---- whether they agree

FEWEST_WAGERS = 3
"""The wagers of one match at least, where its sample is a share of them."""
ENOUGH = 2_000
"""Samples from which gains are compared too; of fewer, rare wins are too often missing."""


def agrees(samples: Sequence[float], odds: Odds) -> bool:
    """Return True if the samples' mean is within four standard errors of the odds.

    The error of a chance is never taken for less than that of a few wagers a match, since a rare event may be missing
    from the samples.
    """
    assert odds.value is not None
    n, expected = len(samples), float(odds.value)
    average = sum(samples) / n
    variance = sum((each - average) ** 2 for each in samples) / max(1, n - 1)
    if not odds.per:
        wagers = 1 if set(samples) <= {0, 1} else FEWEST_WAGERS
        variance = max(variance, expected * (1 - expected) / wagers)
    return abs(average - expected) <= 4 * sqrt(variance / n) + 1e-9


@pytest.mark.rule("OD-TD1", "OD-L131", "OD-RG1", "OD-BB5", "OD-HH1", "OD-FB1", "OD-TM1")
@pytest.mark.parametrize(("game", "raw"), CASES, ids=label)
def test_each_line_agrees_with_the_game(game: str, raw: dict[str, Any]) -> None:
    options = GAMES[game].parse_options(raw)
    told = {(odds.name, odds.per): odds for odds in odds_of(game, options) if odds.value is not None}
    assert len({*told}) == len([odds for odds in odds_of(game, options) if odds.value is not None])
    sampler, matches = SAMPLERS[game]
    found: dict[Line, list[float]] = {}
    if told:
        for number in range(matches * SOAK):
            for line, value in sampler(number, options, raw):
                found.setdefault(line, []).append(value)
    if not any(name in raw for name in ("garls_gratuitous_gift", "blessings_of_the_tricksters")):
        assert {*found} == {*told}, "every line is seen in the game, and none is left out"
    wrong = {
        line: (float(odds.value or 0), sum(found[line]) / len(found[line]))
        for line, odds in told.items()
        if (not odds.per or odds.counted or len(found[line]) >= ENOUGH) and not agrees(found[line], odds)
    }
    assert wrong == {}


@pytest.mark.parametrize(("game", "raw"), CASES, ids=label)
def test_what_is_not_counted_is_said(game: str, raw: dict[str, Any]) -> None:
    from cogs.gembones import odds_line

    options = GAMES[game].parse_options(raw)
    said = [odds_line(odds) for odds in odds_of(game, options) if odds.value is None]
    assert all("not counted" in line for line in said)
    for name, words in UNCOUNTED.items():
        if getattr(options, name, None) not in (None, False, "off"):
            assert any(words in line for line in said), (name, said)
    expected = sum(getattr(options, name, None) not in (None, False, "off") for name in UNCOUNTED)
    assert len(said) == min(expected, len(said)) if game == "lucky_13" else len(said) == expected


def test_the_comparison_can_tell() -> None:
    """+7/36 of a wager, for two who storm the castle and in Blinsky's game, is far from what is played."""
    for raw, what, numbers in (
        (
            {"storming_the_castle": True},
            "a wager of 2 players, nobody caught before, brings",
            range(0, 3_500, 7),
        ),
        ({"blinsky": True}, "a wager brings", range(300)),
    ):
        options = GAMES["barovian_boneyard"].parse_options(raw)
        samples = [
            value
            for number in numbers
            for line, value in barovian_boneyard(number, options, raw)
            if line == (what, "wagers")
        ]
        assert not agrees(samples, Odds(what, Fraction(7, 36), "wagers"))
        [told] = [
            odds
            for odds in odds_of("barovian_boneyard", options)
            if (odds.name, odds.per) == (what, "wagers")
        ]
        assert agrees(samples, told)


def test_in_points_no_gain_is_told() -> None:
    for game in VARIANTS:
        options = GAMES[game].parse_options({"played_for": "points_quick"})
        assert not [odds for odds in odds_of(game, options) if odds.per and not odds.counted]


@pytest.mark.rule("OD-TD6", "TD-R10")
def test_the_nine_bells_are_counted_by_their_own_roll() -> None:
    options = GAMES["tripledip"].parse_options({"nine_bells": True})
    told = {odds.name: odds.value for odds in odds_of("tripledip", options)}
    faces = range(1, 21)
    hits = sum(wins([a, b, c]) for a in faces for b in faces for c in faces)
    assert told["one roll: 20, 20, 20"] == Fraction(hits, 20**3) == Fraction(1, 8000)
    within = told[f"20, 20, 20 within {ROLLS_A_PRESS} rolls, one press"]
    assert float(within or 0) == pytest.approx(0.001624, abs=5e-7)
    assert told["until 20, 20, 20"] == 8000


@pytest.mark.rule("OD-BB5")
@pytest.mark.parametrize(
    ("size", "means"),
    [
        ("g6", {2: "-71/162", 3: "-7/36", 4: "-791/11664", 5: "229/34992"}),
        ("g8", {2: "-73/128", 3: "-1265/4096", 4: "-2785/16384", 5: "-22759/262144"}),
        ("g10", {2: "-163/250", 3: "-9517/25000", 4: "-58681/250000", 5: "-73091/500000"}),
    ],
)
def test_storming_the_castle_exactly(size: str, means: dict[int, str]) -> None:
    options = GAMES["barovian_boneyard"].parse_options({"storming_the_castle": True, "size": size})
    told = {odds.name: odds.value for odds in odds_of("barovian_boneyard", options)}
    for players, mean in means.items():
        assert told[f"a wager of {players} players, nobody caught before, brings"] == Fraction(mean)


@pytest.mark.rule("OD-RG1")
def test_dark_moon_tells_of_both_its_games() -> None:
    options = GAMES["rolled_gold"].parse_options({"dark_moon_heresy": True})
    told = {odds.name: odds.value for odds in odds_of("rolled_gold", options)}
    assert told["with advantage: a g20 brings"] == Fraction(-50241, 8000)
    assert told["with disadvantage: a g20 brings"] == Fraction(5161, 8000)
    assert told["with advantage: a g4 wins"] == Fraction(3, 160)


@pytest.mark.rule("OD-FB2", "OD-FB3", "OD-FB12")
@pytest.mark.parametrize(
    ("raw", "mean"),
    [
        ({"at_higher_levels": 9}, 14.732256),
        ({"at_higher_levels": 14}, 17.322868),
        ({"at_higher_levels": 14, "evocation_overchannel": True}, 18.334218),
        ({"meteor_swarm": True}, 16.463344),
    ],
)
def test_fireballs_of_any_size_are_counted(raw: dict[str, Any], mean: float) -> None:
    [_, told] = odds_of("fireball", GAMES["fireball"].parse_options(raw))
    assert told.value is not None
    assert float(told.value) == pytest.approx(mean, abs=6e-7)
