"""A side stake for games that are played for points, where a table also wants money.

Every seat puts in the same when the match is over, and it is paid by places: all to the winner, or as shares. A seat
with too little plays for points alone. Nothing is carried: odd pieces of a prize go one each to those who share it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from games.engine.game import Game, GameCoroutine, Money, Options, Texts, option
from games.engine.result import POT, Pay, Prize, Result, placement, prizes
from games.engine.scene import Line
from games.engine.table import Table

STAKE_TEXTS = Texts(
    words={
        "head:winner": "stake {n} each, winner takes all",
        "head:shares": "stake {n} each, paid as shares",
        "no_stake": "{seat:seat} can't cover the stake of {n} and plays just for points.",
        "result:stakes": "Everyone staked {n}, {total} in all.",
    }
)


class StakeOptions(Options):
    """The options that a game for points offers beside its own."""

    played_for: Literal["points", "winner", "shares"] = option(
        "points",
        "Played for",
        "Just points, or a stake too: the winner takes all, or the first places share it.",
    )
    stake: Literal[5, 10, 25, 50] = option(
        10, "Stake", "Pieces each player puts in, if there's a stake. Players with less play just for points."
    )


class StakedGame(Game):
    """A game for points that a table may play with a stake beside them."""

    money = "points"

    @abstractmethod
    def play_for_points(self, table: Table, options: Any) -> GameCoroutine:
        """Play one match for points, ignoring the stakes."""

    def money_kind(self, options: StakeOptions) -> Money:
        """Return the kind of stakes under these options."""
        return "points" if options.played_for == "points" else "pieces"

    def ante(self, options: StakeOptions) -> Mapping[str, int]:
        """Return the stake."""
        return {} if options.played_for == "points" else {"piece": options.stake}

    async def play(self, table: Table, options: StakeOptions) -> Result:
        """Play the game, then pay the stakes by places, if there are any."""
        if options.played_for == "points":
            return await self.play_for_points(table, options)
        paying = [seat for seat in table.ring if table.stakes.get(seat, 0) >= options.stake]
        for seat in table.ring:
            if seat not in paying:
                table.tell("no_stake", seat=seat, n=options.stake)
        table.seats.money = dict(table.stakes)
        table.head(Line(table.words[f"head:{options.played_for}"], {"n": options.stake}))
        result = await self.play_for_points(table, options)
        return _paid(table, options, result, paying) if len(paying) > 1 else _unpaid(result)


def gains(places: Mapping[int, int], stake: int, *, shares: bool) -> dict[int, int]:
    """Return the payment to each seat that paid a stake; together they are all the stakes. `places` count from 1."""
    ranked = placement({seat: -place for seat, place in places.items()})
    first = tuple(seat for seat, place in ranked.items() if place == 1)
    won = prizes(ranked, stake) if shares else [Prize(1, first, stake * len(ranked))]
    given = dict.fromkeys(places, 0)
    for prize in won:
        odd = prize.amount - prize.each * len(prize.seats)
        for number, seat in enumerate(sorted(prize.seats)):
            given[seat] += prize.each + (number < odd)
    return given


def _paid(table: Table, options: StakeOptions, result: Result, paying: Sequence[int]) -> Result:
    """Return the result with the stakes paid."""
    stake, shares = options.stake, options.played_for == "shares"
    places = {row.seat: row.place for row in result.rows if row.seat in paying and row.place is not None}
    given = gains(places, stake, shares=shares)
    change = {row.seat: given[row.seat] - stake if row.seat in given else 0 for row in result.rows}
    table.seats.money = {seat: n + change.get(seat, 0) for seat, n in table.stakes.items()}
    pays = tuple(
        Pay(seat, POT, "piece", -n) if n < 0 else Pay(POT, seat, "piece", n)
        for seat, n in change.items()
        if n
    )
    rows = tuple(
        replace(
            row,
            change={"piece": change[row.seat]},
            shares=given.get(row.seat, 0) // stake if shares else row.shares,
        )
        for row in result.rows
    )
    note = Line(table.words["result:stakes"], {"n": stake, "total": stake * len(given)})
    return result._replace(rows=rows, pays=pays, notes=(*result.notes, note))


def _unpaid(result: Result) -> Result:
    """Return the result without stakes, since fewer than two seats could pay."""
    return result._replace(rows=tuple(replace(row, change={"piece": 0}) for row in result.rows))
