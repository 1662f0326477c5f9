"""Lucky No. 13: roll up to four gembones one by one; 13 wins at once, else the nearest below it (L13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.endings.finish import Feat
from games.engine.game import GUEST, Game
from games.engine.money import COIN, SIZES, die_keys
from games.engine.prompts import Choose
from games.engine.result import Departure, Pay, Result
from games.engine.scene import Line
from games.engine.table import Table
from games.gembones.lucky_13.computer import guest, newcomer, regular, shark
from games.gembones.lucky_13.odds import odds
from games.gembones.lucky_13.options import BLESSINGS, DICE, LUCKY, Options
from games.gembones.lucky_13.turn import Player, Rolled, Turn
from games.gembones.shared.feats import headline_is, reasons_of_caught
from games.gembones.shared.gembone_game import GemboneGame
from games.gembones.shared.options import MatchLength
from games.gembones.shared.point_race import Goal
from games.gembones.shared.stakes import count_text, result_rows, stakes_window
from games.gembones.shared.texts import POINT_TEXTS, STAKE_TEXTS
from games.gembones.spotlight import SECONDS as SPOT_SECONDS
from games.gembones.spotlight import TEXTS as SPOT_TEXTS
from games.gembones.spotlight import Spotlight, without_talents
from games.texts import read_texts

ORDER_DICE = ("g10", "g8", "g6", "g4", COIN)
"""The dice that decide the order of play, one for each reroll; the coin repeats (L13-R4)."""


async def play(table: Table, options: Options) -> Result:
    """Play one game, from the roll for the order to the payments (L13-10 to L13-29)."""
    table.clear()
    drafted = options.blessings_of_the_tricksters and table.carry.get("deities")
    needed = dict.fromkeys(DICE, 1)
    stake_options = ("stake", "stake_anew") if drafted else ("stake",)
    answers = await stakes_window(table, count_text(needed), needed, stake_options)
    # with a single player there is no game, so nothing is rolled
    order = roll_order(table, [*answers]) if len(answers) > 1 else []
    deities = dict(table.carry.get("deities", ())) if drafted else {}
    if options.blessings_of_the_tricksters and order:
        # a new draft needs everyone's consent (L13-R5)
        deities = await draft(table, order, redraft={*answers.values()} == {"stake_anew"})
    players = [
        Player(seat, (deities[seat],) if seat in deities else options.common_blessings) for seat in order
    ]
    table.show(*players)
    table.phase("turns")
    if order:
        table.tell("order", seats=tuple(order))

    pays: list[Pay] = []
    spot = Spotlight(table, options)
    for player in players:
        pays += await Turn(table, players, player, spot).play()
        if player.total == LUCKY and not player.caught:
            break
    winner, tied = find_winner(table, players)
    pays += payments(players, winner, tied)
    for player in players:
        player.truth = True
        if player.lied:
            table.tell("truth", seat=player.seat, dice=dice_keys(player.own))
    # seats that have left free their deities for the next draft
    for seat in sorted(table.gone):
        deities.pop(seat, None)
    return await spot.finish(_finish(table, players, winner, pays, _carry(deities)))


# ---- the order of play, and the draft


def roll_order(table: Table, seats: Sequence[int], rerolls: int = 0) -> list[int]:
    """Roll for the order of play and return it: the lowest roll first; equal seats roll again (L13-R4)."""
    if len(seats) == 1:
        return [*seats]
    die = ORDER_DICE[min(rerolls, len(ORDER_DICE) - 1)]
    rolls: dict[int, list[int]] = {}
    for seat in seats:
        face = table.chance.die({**SIZES, COIN: 2}[die])
        rolls.setdefault(face, []).append(seat)
        table.tell("order_roll", seat=seat, die=f"{die}:{face}")
    return [seat for face in sorted(rolls) for seat in roll_order(table, rolls[face], rerolls + 1)]


async def draft(table: Table, order: Sequence[int], redraft: bool) -> dict[int, str]:
    """Let seats without a deity choose one, in the order of play, and return the deity of each seat.

    Deities are kept from game to game, unless a new draft is wanted (L13-33 to L13-35).
    """
    deities: dict[int, str] = {} if redraft else dict(table.carry.get("deities", ()))
    table.phase("draft")
    for seat in order:
        free = tuple(name for name in BLESSINGS if name not in deities.values())
        if seat not in deities:
            deities[seat] = await table.ask(seat, Choose("blessing", free, free[0], public=True))
            table.tell("champion", seat=seat, name=BLESSINGS[deities[seat]])
    return deities


def _carry(deities: Mapping[int, str]) -> dict[str, Any]:
    pairs = [[seat, name] for seat, name in sorted(deities.items()) if name]
    return {"deities": pairs} if pairs else {}


# ---- the winner, and the payments


def find_winner(table: Table, players: Sequence[Player]) -> tuple[Player | None, list[Player]]:
    """Return the winner, None if all are bust, and the players who shared the best total (L13-R2)."""
    in_game = [
        player for player in players if player.had_turn and player.total <= LUCKY and not player.caught
    ]
    best = max((player.total for player in in_game), default=0)
    tied = [player for player in in_game if player.total == best]
    if best == LUCKY:
        # a 13 ends the game at once, so only the last player can have made it
        return tied[-1], []
    if not tied:
        return None, []
    first = max(tied, key=tie_break)
    equal = [player for player in tied if tie_break(player) == tie_break(first)]
    while len(equal) > 1:
        equal = _reroll_tie(table, equal)
    return equal[0], tied


def tie_break(player: Player) -> tuple[int, list[int]]:
    """Return the sort key of equal totals: fewer gembones win, then higher results (L13-R6)."""
    return -len(player.own), sorted((rolled.claimed for rolled in player.own), reverse=True)


def _reroll_tie(table: Table, equal: Sequence[Player]) -> list[Player]:
    """Roll the gembones of identical totals again, and return the players nearest to 13, or all if they bust."""
    totals: dict[int, int] = {}
    for player in equal:
        faces = [Rolled(each.size, table.chance.die(SIZES[each.size])) for each in player.own]
        totals[player.seat] = sum(each.face for each in faces)
        table.tell("rerolls", seat=player.seat, dice=dice_keys(faces), total=totals[player.seat])
    best = max((total for total in totals.values() if total <= LUCKY), default=0)
    return [player for player in equal if totals[player.seat] == best] or [*equal]


def payments(players: Sequence[Player], winner: Player | None, tied: Sequence[Player]) -> list[Pay]:
    """Return the payments: one gembone of each loser that had a turn and did not share the best total (L13-06)."""
    if winner is None:
        return []
    losers = [player for player in players if player.had_turn and player is not winner and player not in tied]
    return [Pay(loser.seat, winner.seat, owed_size(loser, winner), 1) for loser in losers]


def owed_size(loser: Player, winner: Player) -> str:
    """Return the size of the gembone that a loser owes.

    To a 13 it is the highest result, else the lowest. Waukeen's champion gets the largest gembone of a loser with 10 or
    more (L13-45, L13-R11).
    """

    def by_result(rolled: Rolled) -> tuple[int, int]:
        return rolled.claimed, SIZES[rolled.size]

    if "waukeen" in winner.blessings and loser.total >= 10:
        return max(loser.at_risk, key=lambda rolled: SIZES[rolled.size]).size
    if winner.total == LUCKY:
        return max(loser.at_risk, key=by_result).size
    return min(loser.at_risk, key=by_result).size


def dice_keys(rolled: Sequence[Rolled]) -> tuple[str, ...]:
    """Return the true faces of rolled gembones as item keys."""
    return tuple(key for each in rolled for key in die_keys(each.size, [each.face]))


def _finish(
    table: Table,
    players: Sequence[Player],
    winner: Player | None,
    pays: Sequence[Pay],
    carry: Mapping[str, Any],
) -> Result:
    words = table.words
    reasons = dict.fromkeys(table.ring, Line(words["note:passes"]))
    for player in players:
        kind = "why:unplayed" if not player.had_turn else "why:bust" if player.total > LUCKY else "why"
        reasons[player.seat] = Line(words[kind], {"total": player.total, "dice": dice_keys(player.own)})
    how = (
        "nothing"
        if not players
        else "bust"
        if winner is None
        else "lucky"
        if winner.total == LUCKY
        else "near"
    )
    values = {"seat": winner.seat, "total": winner.total} if winner else {}
    first = [winner.seat] if winner else []
    headline = Line(words[f"result:{how}"], values)
    rows = result_rows(table.ring, pays, reasons, first)
    return Result(headline, rows, tuple(pays), carry)


# ---- matches for points


def point_target(length: MatchLength, players: int) -> int:
    """Return the points that win a match."""
    return LUCKY if length == "quick" else LUCKY * players


FEATS = (Feat("perfect", "lucky", headline_is("result:lucky")),)


class Lucky13(GemboneGame):
    """The data sheet of Lucky No. 13."""

    key = "lucky_13"
    texts = read_texts(__name__, STAKE_TEXTS, POINT_TEXTS, SPOT_TEXTS, blessing=BLESSINGS, size=DICE)
    version = 2
    seats = (2, 8)
    complexity = "medium"
    minutes = 2
    emblem = ("g10:6", "g8:5", "g6:2")
    options = Options
    party = {"blessings_of_the_tricksters": "guest"}
    policies = {
        "newcomer": without_talents(newcomer),
        "regular": without_talents(regular),
        "shark": without_talents(shark),
        GUEST: without_talents(guest),
    }
    seconds = {**SPOT_SECONDS, "roll": 60, "say": 60, "swap": 20, "gift": 20}
    feats = FEATS
    play_once = staticmethod(play)
    exact_odds = staticmethod(odds)
    seat_reasons = staticmethod(reasons_of_caught)

    def ante(self, options: Options) -> Mapping[str, int]:
        """Return the gembones that a seat must put up to play at all."""
        return dict.fromkeys(DICE, 1)

    def goal(self, table: Table, options: Options) -> Goal:
        """Return the score that wins a match for points."""
        return Goal(point_target(options.length, len(table.ring)))

    def limits(self, options: Options) -> tuple[int, int]:
        """Return the seats: there are six blessings to deal out."""
        return (2, 6) if options.blessings_of_the_tricksters else self.seats

    def departs(self, options: Options, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
        """Let a seat leave between two games; its deity is free again."""
        return Departure(_carry({**dict(carry.get("deities", ())), seat: ""}))


GAME: Game = Lucky13()
