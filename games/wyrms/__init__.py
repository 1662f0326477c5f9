"""A Conclave of Wyrms: predict your gatherings, take exactly as many, and collect combinations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game
from games.engine.result import Result, placement
from games.engine.scene import Line, ResultRow
from games.engine.side_stake import STAKE_TEXTS, StakedGame
from games.engine.table import Table
from games.engine.table_objects import Open
from games.phrases import joined
from games.texts import read_texts
from games.wyrms.card_faces import CARD_FACES
from games.wyrms.cards import CARD_VALUES, COLORS
from games.wyrms.computer.counting import counting
from games.wyrms.computer.newcomer import newcomer
from games.wyrms.computer.shark import shark
from games.wyrms.cycle import PREDICTIONS, Cycle, ScoreSheet, next_seat
from games.wyrms.options import CYCLES, MAX_PLAYERS, MIN_PLAYERS, Options, seats_for


async def play(table: Table, options: Options) -> Result:
    """Play all cycles and return the result."""
    stack = list(COLORS)
    table.chance.shuffle(stack)
    own = dict(zip(table.ring, stack, strict=False)) if options.personalised_colors else {}
    first = options.first_dealer
    dealer = table.ring[first - 1] if first else table.chance.choice(table.ring)
    sheet = ScoreSheet(table)
    piles: list[Open] = []
    reasons: Mapping[int, Mapping[str, Any]] = {}
    for number, color in zip(range(1, options.cycles + 1), [*stack, None], strict=False):
        # the last cycle has no dominant colour
        cycle = Cycle(table, options, number, dealer, color, own if number < CYCLES else {})
        sheet.cycle = cycle
        table.clear()
        table.show(sheet, *piles)
        extra = cycle.deal()
        cycle.turn_up()
        cycle.note_scores(reasons)
        await cycle.predict()
        for pile in piles:
            pile.fold()
        await cycle.give_extra(extra)
        await cycle.gather()
        piles, reasons = cycle.score(sheet), cycle.reasons
        dealer = next_seat(table, dealer)
    sheet.cycle = None
    table.clear()
    table.show(sheet, *piles)
    return outcome(table, sheet)


def outcome(table: Table, sheet: ScoreSheet) -> Result:
    """Return the result: the highest total wins, equal totals share (CW-R16).

    A total below zero counts as no points outside the match.
    """
    totals = {seat: sheet.total(seat) for seat in table.ring}
    places, rows = placement(totals), []
    for seat in sorted(table.ring, key=places.__getitem__):
        scores = sheet.scores[seat]
        exact = sum(entry.predicted == entry.taken for entry in scores)
        says = {"total": totals[seat], "exact": exact, "cycles": len(scores)}
        rows.append(
            ResultRow(seat, places[seat], {}, Line(table.words["result:row"], says), max(0, totals[seat]))
        )
    winners = tuple(row.seat for row in rows if row.place == 1)
    kind = "result:won" if len(winners) == 1 else "result:shared"
    headline = Line(table.words[kind], {"winners": winners, "total": totals[winners[0]]})
    return Result(headline, tuple(rows))


def found_seer(finish: Finish) -> dict[str, str] | None:
    """Find a winner who predicted every cycle exactly."""
    winners = finish.winners
    row = finish.row(winners[0]) if len(winners) == 1 else None
    values = row.reason.values if row is not None and row.reason is not None else {}
    return (
        {"total": values["total"]} if "cycles" in values and values["exact"] == values["cycles"] > 0 else None
    )


FEATS = (Feat("perfect", "seer", found_seer),)


class ConclaveOfWyrms(StakedGame):
    """The data sheet of A Conclave of Wyrms."""

    key = "conclave_of_wyrms"
    texts = read_texts(
        __name__, STAKE_TEXTS, prediction=PREDICTIONS, card={card: name for name, card in CARD_VALUES.items()}
    )
    rulebook = "A Conclave of Wyrms"
    version = 1
    seats = (MIN_PLAYERS, MAX_PLAYERS)
    complexity = "complex"
    minutes = 60
    theme = "wyrms"
    emblem = ("red.9", "blue.lair", "yellow.treasure")
    options = Options
    cards = CARD_FACES
    rated_after = 1
    policies = {"newcomer": newcomer, "regular": counting, "shark": shark}
    feats = FEATS
    play_for_points = staticmethod(play)
    limits = staticmethod(seats_for)

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return the total of each seat with the scores of its last cycle, whose cards lie open."""
        last = {values["seat"]: values for values in finish.values_of("scores")}
        return {
            row.seat: Line(
                joined(row.reason.text, " · ", finish.words["why:last"]),
                {**row.reason.values, **last[row.seat]},
            )
            for row in finish.result.rows
            if row.reason is not None and row.seat in last
        }


GAME: Game = ConclaveOfWyrms()
