"""Hag's Haggle: your die against two of the hag's, under her code of conduct, with bargains before and after (HH)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.chance import Chance
from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game
from games.engine.result import Departure, Result
from games.engine.scene import Line
from games.engine.table import Table
from games.engine.table_objects import InvitationOnTable, NicknamesOnTable, Open
from games.gembones.hags_haggle.bargains import SECONDS as BARGAIN_SECONDS
from games.gembones.hags_haggle.codes import BY_HAND, NICKNAMES, Hag, code_texts
from games.gembones.hags_haggle.computer import newcomer, sensible
from games.gembones.hags_haggle.odds import SETS, VERDICT_TEXT, odds
from games.gembones.hags_haggle.options import Options
from games.gembones.hags_haggle.state import GameState
from games.gembones.shared.feats import Found, for_gembones, reasons_of_caught
from games.gembones.shared.gembone_game import GemboneGame
from games.gembones.shared.options import MatchLength
from games.gembones.shared.point_race import Goal
from games.gembones.shared.stakes import MOST_WAGERS, result_rows
from games.gembones.shared.texts import POINT_TEXTS, ROLL_TEXTS
from games.gembones.spotlight import SECONDS as SPOT_SECONDS
from games.gembones.spotlight import TEXTS as SPOT_TEXTS
from games.gembones.spotlight import Spotlight, without_talents
from games.texts import read_texts

MOST_PLAYERS = 8
REASONS = (
    "That's how many husbands I've buried.",
    "My first toad lived that many winters.",
    "It's how many teeth I have left. Don't count them.",
    "A prince once promised me that many kisses, and paid in full.",
    "That many steps lead down to my cellar, and fewer lead up.",
)
POINTS = (9, 13, 17, 21, 30)
"""The quick targets that the dealer chooses from, for reasons of her own (HH-R10)."""


async def play(table: Table, options: Options) -> Result:
    """Play one game, from the code of conduct to the payments, in the rulebook's order (HH-03 to HH-15)."""
    table.clear()
    hag = Hag(table.carry)
    newcomers = [seat for seat in table.ring if seat not in hag.nicknames]
    # every seat gets its nickname now, in order, even if no code asks for nicknames yet
    for seat in table.ring:
        hag.nickname(seat)
    if options.codes:
        code = hag.new_code(table.chance)
        table.show(Open("code", code_texts(hag.codes)))
        if code is not None or newcomers:
            table.tell("codes", codes=" ".join(code_texts(hag.codes)))
        if NICKNAMES in hag.codes:
            table.show(NicknamesOnTable(hag.nicknames))
            for seat in newcomers:
                table.tell("nickname", (seat,), name=hag.nickname(seat))
    spot = Spotlight(table, options)
    game = GameState(table, options, hag, spot)
    table.tell("set", die=game.die, half=SETS[game.die].house)
    await game.take_wagers()
    if game.wagers:
        await game.offer_side_wagers()
        game.roll_house()
        await game.roll_all()
        await game.settle_all()
        hag.games += 1
    table.take_off(InvitationOnTable)
    for seat in sorted(table.gone):
        hag.forget(seat)
    pays = game.payments()
    reasons = {seat: _note_line(table, seat) for seat in table.ring}
    headline = Line(table.words["result:played" if game.rolled else "result:nothing"], {"total": game.total})
    notes = (
        (Line(table.words["result:forehead"], {"seat": hag.forehead}),) if hag.forehead is not None else ()
    )
    rows = result_rows(table.ring, pays, reasons)
    caught = {seat: {"caught": staked} for seat, staked in game.caught.items()}
    ranked = not options.kind_hag
    result = Result(
        headline, rows, tuple(pays), hag.carry(), caught, notes=(*game.notes, *notes), ranked=ranked
    )
    return await spot.finish(result)


def _note_line(table: Table, seat: int) -> Line:
    """Return a seat's note as a line, which is also its reason in the result."""
    kind, values, words = table.seats.notes[seat]
    return Line(words[f"note:{kind}"], values)


# ---- matches for points


def choose_points(chance: Chance) -> int:
    """Draw the dealer's number."""
    return chance.choice(POINTS)


def point_target(chosen: int, length: MatchLength, players: int) -> int:
    """Return the points that win a match, from the number that the dealer has chosen."""
    return chosen if length == "quick" else chosen * players


def found_shot(finish: Finish) -> Found:
    """Return the seats that called the number of their die."""
    hits = [values["seat"] for values in finish.values_of("shot_hits")]
    return {"hits": tuple(hits), "die": finish.values_of("set")[-1]["die"]} if hits else None


def found_match(finish: Finish) -> Found:
    """Return the seats whose die showed exactly the total of the hag's dice."""
    matches = dict.fromkeys(values["seat"] for values in finish.values_of("match"))
    return {"matches": tuple(matches), "total": finish.result.headline.values["total"]} if matches else None


FEATS = (
    Feat("perfect", "shot", for_gembones(found_shot)),
    Feat("win", "match", for_gembones(found_match)),
)


class HagsHaggle(GemboneGame):
    """The data sheet of Hag's Haggle."""

    key = "hags_haggle"
    texts = read_texts(
        __name__,
        POINT_TEXTS,
        SPOT_TEXTS,
        ROLL_TEXTS,
        face=range(1, 21),
        code=BY_HAND,
        player=range(MOST_PLAYERS),
        wager=range(1, MOST_WAGERS + 1),
    )
    version = 3
    seats = (1, 8)
    complexity = "medium"
    minutes = 2
    emblem = ("g12:7", "g6:3", "g6:4")
    options = Options
    feats = FEATS
    remarkable = ("thirteen",)
    policies = {"newcomer": without_talents(newcomer), "regular": without_talents(sensible)}
    seconds = {
        **SPOT_SECONDS,
        **BARGAIN_SECONDS,
        "shot": 20,
        "so_close": 20,
        "redeem": 20,
        "beginners_luck": 20,
    }
    play_once = staticmethod(play)
    exact_odds = staticmethod(odds)

    def ante(self, options: Options) -> Mapping[str, int]:
        """Return the gembones that a seat must put up to play at all."""
        return {"g8" if options.gembones == "dealer" else options.gembones: 1}

    def goal(self, table: Table, options: Options) -> Goal:
        """Let the dealer name her number and a reason for it, and return the score that wins the match (HH-R10)."""
        number = options.dealers_number or choose_points(table.chance)
        table.tell("number", n=number, why=table.chance.choice(REASONS))
        return Goal(point_target(number, options.length, len(table.ring)))

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return the fate of each die of a seat, including lost ones and those of the code of sevens."""
        rolled = finish.values_of("house_rolls")
        total = rolled[-1]["total"] if rolled else 0
        alike: dict[int, dict[str, list[Mapping[str, Any]]]] = {}
        for event in finish.events:
            if event.kind in VERDICT_TEXT:
                alike.setdefault(event.values["seat"], {}).setdefault(event.values["why"], []).append(
                    event.values
                )
        reasons = {}
        for seat, groups in alike.items():
            named = {}
            for number, (reason, dice) in enumerate(groups.items()):
                won = dice[0]["won"] + (" each" if len(dice) > 1 else "")
                values = {"dice": tuple(die["die"] for die in dice), "won": won, "total": total}
                named[f"group{number}"] = Line(finish.words[f"why:{reason}"], values)
            reasons[seat] = Line("; ".join(f"{{{name}:line}}" for name in named), named)
        return {**reasons, **reasons_of_caught(finish)} if not finish.options.for_points else {}

    def departs(self, options: Options, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
        """Let a seat leave between two games, with its luck, its warning and its nickname (HH-R8)."""
        hag = Hag(carry)
        hag.forget(seat)
        return Departure(hag.carry())


GAME: Game = HagsHaggle()
