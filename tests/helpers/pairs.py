"""Options in which each feature of a game meets each other one, in few rows (pairwise testing).

A feature is an option at another value than its default. `paired_options` covers every pair of features that the game
accepts, with up to `TOGETHER` features in a row, so that few of them hide behind others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from games.engine import BadOptions, Chance, Game
from tests.helpers.random_matches import SHORT

TOGETHER = 4
"""The most features in a row, and one more where two are allowed with a third one only."""

POT = ("bet", "bring", "open_stakes", "show", "split_rule")
"""The questions of all pot games."""
SPOTLIGHT = ("double", "inspired", "spot")
"""The questions to a character, but for those about foretold dice."""
QUESTIONS: Mapping[str, Collection[str]] = {
    "adventurers_choice": (
        "bet", "build", "clock", "declare", "discard", "dragon", "exchange", "game", "keep", "loan", "next", "place",
        "plan", "play", "play_or_discard", "predict", "reveal", "roll", "show", "spoke", "terms",
    ),
    "barovian_boneyard": ("wager", *SPOTLIGHT),
    "burn_my_village": ("bribe", "curse", "pay", "turn"),
    "city_square": ("bet", "bring", "build", "open_stakes", "split_rule"),
    "conclave_of_wyrms": ("aside", "follow", "lead", "predict"),
    "den_of_thieves": (*POT, "discard"),
    "dragon_hordes": ("dragon", "predict", "roll"),
    "fireball": ("call", "first", "roll", "stake"),
    "hags_haggle": (
        "bargain", "bargain_again", "beginners_luck", "chest", "deal", "deal_again", "deal_faces", "deal_odds",
        "deal_per", "deal_roll", "deal_to", "foretell", "green", "luck", "redeem", "roll_1", "roll_5", "roll_8", "shot",
        "so_close", "wager", *SPOTLIGHT,
    ),
    "jack_of_all_trades": (*POT, "place", "plan"),
    "kings_council": (*POT, "discard"),
    "lucky_13": ("blessing", "gift", "roll", "say", "stake", "swap", *SPOTLIGHT),
    "rogues_and_warriors": (*POT, "exchange", "reveal"),
    "rolled_gold": ("add", "buy_in", "foretell", "foretell_house", "more", *SPOTLIGHT),
    "tavern": (
        "action", "brew", "character", "discard", "drop", "gamble", "gear_shown", "gear_targets", "last_chance",
        "order", "phase_end", "play_card", "reorder", "respond", "respond_late", "split_mead", "standing",
    ),
    "the_wheel": (*POT, "clock", "play", "play_or_discard", "spoke"),
    "three_kingdoms": (*POT, "discard"),
    "threes": (*POT, "declare", "keep"),
    "tiamat": ("buy_back", "discard", "duel", "duel_move", "side", "stake", "tip", "wager", *SPOTLIGHT),
    "tripledip": ("foretell", "ring", "roll", "sign", "stake", *SPOTLIGHT),
}  # fmt: skip
"""Each kind of question that a member may be asked, at a seat or at the rail."""

Feature = tuple[str, Any]
Pair = tuple[Feature, Feature]


def values_of(field: FieldInfo) -> list[Any]:
    """Return the values of an option that are worth a row: of a number the least and the most."""
    kind = field.annotation
    values: list[Any] = []
    if kind is bool:
        values = [False, True]
    elif get_origin(kind) is Literal:
        # an evening for points is only more of the same
        values = [value for value in get_args(kind) if value != "points_full"]
    elif kind is int:
        values = [bound.ge for bound in field.metadata if isinstance(bound, Ge)]
        values += [bound.le for bound in field.metadata if isinstance(bound, Le)]
    return [value for value in values if value != field.default]


def is_accepted(game: Game, raw: Mapping[str, Any]) -> bool:
    """Tell whether a game takes these options."""
    try:
        game.parse_options(raw)
    except BadOptions:
        return False
    return True


def features_of(game: Game, fixed: Collection[str] = ()) -> list[Feature]:
    """Return the features of a game but for options that are `fixed`, or cut short in random matches."""
    fixed = {*SHORT.get(game.key, (0, {}))[1], *fixed}
    fields = game.options.model_fields.items()
    return [(name, value) for name, field in fields if name not in fixed for value in values_of(field)]


def paired_options(game: Game, luck: Chance, **fixed: Any) -> list[dict[str, Any]]:
    """Return options of which each accepted pair of features stands in one at least, all with the `fixed` ones."""
    fixed = {**SHORT.get(game.key, (0, {}))[1], **fixed}
    features = features_of(game, fixed)
    alone = [{**fixed, name: value} for name, value in features]
    rows = [raw for raw in ({**fixed}, *alone) if is_accepted(game, raw)]
    pairs: list[Pair] = [pair for pair in combinations(features, 2) if pair[0][0] != pair[1][0]]
    uncovered, order = dict.fromkeys(pairs), [*features]
    for pair in pairs:
        if pair not in uncovered:
            continue
        row = _accepted_with(game, {**fixed, **dict(pair)}, features)
        if row is None:
            continue
        uncovered.pop(pair)
        while len(row) - len(fixed) < TOGETHER:
            # the feature that meets most of the row's for the first time; of equal ones luck decides
            luck.shuffle(order)
            gains = [(len(uncovered.keys() & _pairs_in({**row, name: value}, features)), name, value)
                     for name, value in order if name not in row]  # fmt: skip
            gains = [gain for gain in gains if gain[0] and is_accepted(game, {**row, gain[1]: gain[2]})]
            if not gains:
                break
            _, name, value = max(gains, key=lambda gain: gain[0])
            row = {**row, name: value}
        for each in _pairs_in(row, features):
            uncovered.pop(each, None)
        rows.append(row)
    return rows


def pairs_left_out(game: Game, rows: list[dict[str, Any]]) -> list[Pair]:
    """Return the pairs of features that stand in none of the rows."""
    features = features_of(game)
    met = {pair for row in rows for pair in _pairs_in(row, features)}
    return [pair for pair in combinations(features, 2) if pair[0][0] != pair[1][0] and pair not in met]


def _pairs_in(row: Mapping[str, Any], features: list[Feature]) -> list[Pair]:
    return [*combinations([feature for feature in features if row.get(feature[0]) == feature[1]], 2)]


def _accepted_with(game: Game, raw: dict[str, Any], features: list[Feature]) -> dict[str, Any] | None:
    """Return options that the game accepts: these, or these and one feature more; None if it takes neither."""
    more = [{}, *({name: value} for name, value in features if name not in raw)]
    return next(({**raw, **each} for each in more if is_accepted(game, {**raw, **each})), None)
