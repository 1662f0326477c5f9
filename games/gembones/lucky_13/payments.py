"""Who wins at Lucky No. 13, and which gembone each of the others owes (L13)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import Pay, Table
from games.engine.money import SIZES, die_keys
from games.gembones.lucky_13.turn import LUCKY, Player, Rolled


def keys(rolled: Sequence[Rolled]) -> tuple[str, ...]:
    """Gembones as they fell, as lines of the log hold them."""
    return tuple(key for each in rolled for key in die_keys(each.size, [each.face]))


def find_winner(table: Table, players: Sequence[Player]) -> tuple[Player | None, list[Player]]:
    """Who wins, and who shared the best total; nobody if all are bust (L13-17, L13-21, L13-24 to L13-27, L13-R2)."""
    in_it = [player for player in players if player.had_turn and player.total <= LUCKY and not player.caught]
    best = max((player.total for player in in_it), default=0)
    tied = [player for player in in_it if player.total == best]
    if best == LUCKY:
        # the turn that made 13 was the last one
        return tied[-1], []
    if not tied:
        return None, []
    finest = max(tied, key=fineness)
    equal = [player for player in tied if fineness(player) == fineness(finest)]
    while len(equal) > 1:
        equal = _reroll(table, equal)
    return equal[0], tied


def fineness(player: Player) -> tuple[int, list[int]]:
    """Of equal totals the greater wins: fewer gembones, then the higher results (L13-24, L13-26, L13-R6)."""
    return -len(player.own), sorted((rolled.said for rolled in player.own), reverse=True)


def _reroll(table: Table, equal: Sequence[Player]) -> list[Player]:
    """Identical rolls: all throw the gembones of their totals again; gives who is nearest to 13 (L13-27, L13-R3)."""
    totals: dict[int, int] = {}
    for player in equal:
        faces = [Rolled(each.size, table.chance.die(SIZES[each.size])) for each in player.own]
        totals[player.seat] = sum(each.face for each in faces)
        table.tell("rerolls", seat=player.seat, dice=keys(faces), total=totals[player.seat])
    best = max((total for total in totals.values() if total <= LUCKY), default=0)
    return [player for player in equal if totals[player.seat] == best] or [*equal]


def payments(players: Sequence[Player], winner: Player | None, tied: Sequence[Player]) -> list[Pay]:
    """One gembone from each loser who took a turn and did not share the best total (L13-06, L13-18 to L13-25)."""
    if winner is None:
        return []
    losers = [player for player in players if player.had_turn and player is not winner and player not in tied]
    return [Pay(loser.seat, winner.seat, owed(loser, winner), 1) for loser in losers]


def owed(loser: Player, winner: Player) -> str:
    """Which gembone a loser owes (L13-18, L13-19, L13-22, L13-23, L13-45, L13-R11)."""

    def by_result(rolled: Rolled) -> tuple[int, int]:
        return rolled.said, SIZES[rolled.size]

    if "waukeen" in winner.blessings and loser.total >= 10:
        return max(loser.at_risk, key=lambda rolled: SIZES[rolled.size]).size
    if winner.total == LUCKY:
        return max(loser.at_risk, key=by_result).size
    return min(loser.at_risk, key=by_result).size
