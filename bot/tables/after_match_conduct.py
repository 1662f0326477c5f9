"""The gambler's code after a match: suggested tips, penalties for caught cheaters, remarks of the house (CODE).

None of this changes the result or moves money.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.members.conduct_text import WORDS, remark
from bot.members.profile_keys import FORM, OFFER, PRANK
from bot.tables.state import Seat, TableState, Venue
from db import SaveAbout, Store, Tally, Write
from games.engine import Chance, Game, Line, Result, Seed
from games.engine import money as gems
from games.engine.result import SCORES
from games.gembones.shared.prank_items import draw_item

BIG_WIN, LONG_EVENING = 100, 10
"""Pieces won in one game, or games in a row at a table, after which a tip is suggested once (CODE-R5)."""
SHOWN_OUT = 600
"""Seconds for which a cheater is put out of the house (CODE-R2)."""
LUCKY = 13
"""The day of a month on which the house is merry (CODE-R6)."""


@dataclass(slots=True)
class AfterMatchConduct:
    """Remarks for the table message, writes for the store, and the seats that are shown out, with seconds."""

    remarks: list[Line] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    shown_out: dict[int, int] = field(default_factory=dict)


async def after_match(
    store: Store,
    state: TableState,
    game: Game,
    result: Result,
    *,
    free: bool,
    now: float,
    offset: int,
    events: Collection[str] = (),
) -> AfterMatchConduct:
    """Return what the code asks for after `result`, and count the game for each seat.

    `offset` is the server's time zone in hours from UTC; `events` are the kinds of events of the match.
    """
    conduct = AfterMatchConduct()
    for row in result.rows:
        seat = state.seats.get(row.seat)
        if seat is not None and seat.member is not None and not free:
            _suggest_tip(seat, row.change, state.settings.venue, conduct)
    winners = [
        seat for row in result.rows if row.place == 1 and (seat := state.seats.get(row.seat)) is not None
    ]
    if game.shared_win_is_good_form and len(winners) > 1:
        conduct.writes += [Tally(seat.member, FORM, 1) for seat in winners if seat.member is not None]
    for number, known in result.facts.items():
        seat = state.seats.get(number)
        if seat is None or seat.member is None:
            continue
        if known.get("caught"):
            await _caught(store, state, seat, {} if free else known["caught"], conduct)
    conduct.remarks += [Line(remark(kind)) for kind in game.remarkable if kind in events]
    if (datetime.fromtimestamp(now, UTC) + timedelta(hours=offset)).day == LUCKY:
        conduct.remarks.append(Line(remark("thirteenth_day")))
    return conduct


def _suggest_tip(seat: Seat, change: Mapping[str, int], venue: Venue, conduct: AfterMatchConduct) -> None:
    """Suggest a tip once a table, after a big win or a long evening, in the words of the venue (CODE-R5)."""
    seat.games += 1
    won = gems.worth({unit: n for unit, n in change.items() if unit not in SCORES})
    if not seat.tip_suggested and (won >= BIG_WIN or seat.games >= LONG_EVENING):
        seat.tip_suggested = True
        reason = "A fine win" if won >= BIG_WIN else "A long evening"
        conduct.remarks.append(Line(f"{reason}, {{seat:seat}}. {WORDS.tips[venue]}", {"seat": seat.number}))


async def _caught(
    store: Store, state: TableState, seat: Seat, staked: Mapping[str, int], conduct: AfterMatchConduct
) -> None:
    """Impose the penalty of the venue on a caught cheater (CODE-R2)."""
    about: dict[str, Any] = await store.about(seat.member or 0)
    match state.settings.venue:
        case "tavern":
            kind = "brawl"
        case "house":
            kind = "shown_out"
            conduct.shown_out[seat.number] = SHOWN_OUT
        case "nugget":
            kind = "throne_room"
            # where nothing was staked there is nothing to be accused of, and no price to lift a curse
            if staked and PRANK not in about and seat.member is not None:
                offer = {
                    "item": draw_item(Chance(Seed(secrets.token_hex(16)))),
                    "accused": gems.worth(staked),
                    "base": state.settings.base,
                }
                conduct.writes.append(SaveAbout(seat.member, OFFER, offer))
    conduct.remarks.append(Line(remark(kind), {"seat": seat.number}))
