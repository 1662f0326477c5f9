"""The gambler's code after a match: suggested tips, penalties for caught cheaters, remarks of the house (CODE).

None of this changes the result or moves money.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from bot.language import N_
from bot.members.profile_keys import FORM, OFFER, PRANK
from bot.places.settings import load_place_settings
from bot.tables.hooks import MatchEnding
from bot.tables.state import Seat
from cogs.conduct.texts import WORDS, remark
from db.members import SaveAbout, Tally
from games.engine import money as gems
from games.engine.chance import Chance, Seed
from games.engine.result import SCORES
from games.engine.scene import Line
from games.gembones.shared.prank_items import draw_item

BIG_WIN, LONG_EVENING = 100, 10
"""A tip is suggested once after this many pieces won in a game, or this many games in a row at a table (CODE-R5)."""
SHOWN_OUT = 600
"""Seconds for which a cheater is banned from the house (CODE-R2)."""
LUCKY = 13
"""The day of a month on which the house is merry (CODE-R6)."""


async def after_match(ending: MatchEnding) -> None:
    """Suggest tips, reward shared wins, punish caught cheaters and add the house's remarks."""
    table, result = ending.table, ending.result
    game = ending.match.game
    for row in result.rows:
        seat = table.seats.get(row.seat)
        if seat is not None and seat.member is not None and not ending.free and seat.pays:
            _suggest_tip(seat, row.change, ending)
    winners = [
        seat for row in result.rows if row.place == 1 and (seat := table.seats.get(row.seat)) is not None
    ]
    if game.shared_win_is_good_form and len(winners) > 1:
        ending.writes += [Tally(seat.member, FORM, 1) for seat in winners if seat.member is not None]
    for number, known in result.facts.items():
        seat = table.seats.get(number)
        if seat is not None and seat.member is not None and known.get("caught"):
            await _caught(seat, seat.member, known["caught"] if seat.pays and not ending.free else {}, ending)
    kinds = {event.kind for event in ending.match.events}
    ending.remarks += [Line(remark(kind)) for kind in game.remarkable if kind in kinds]
    if (await load_place_settings(ending.store, table.place_key)).local(ending.now).day == LUCKY:
        ending.remarks.append(Line(remark("thirteenth_day")))


def _suggest_tip(seat: Seat, change: Mapping[str, int], ending: MatchEnding) -> None:
    """Suggest a tip once a table, after a big win or a long evening, in the words of the venue (CODE-R5)."""
    seat.games += 1
    won = gems.worth({unit: n for unit, n in change.items() if unit not in SCORES})
    if not seat.tip_suggested and (won >= BIG_WIN or seat.games >= LONG_EVENING):
        seat.tip_suggested = True
        words = (
            N_("A fine win, {seat:seat}. {tip}")
            if won >= BIG_WIN
            else N_("A long evening, {seat:seat}. {tip}")
        )
        tip = WORDS.tips[ending.table.settings.venue]
        ending.remarks.append(Line(words, {"seat": seat.number, "tip": tip}))


async def _caught(seat: Seat, member: int, staked: Mapping[str, int], ending: MatchEnding) -> None:
    """Impose the penalty of the venue on a caught cheater (CODE-R2)."""
    settings = ending.table.settings
    match settings.venue:
        case "tavern":
            kind = "brawl"
        case "house":
            kind = "shown_out"
            ending.shown_out[seat.number] = SHOWN_OUT
        case "nugget":
            kind = "throne_room"
            # where nothing was staked there is nothing to be accused of, and no price to lift a curse
            if staked and PRANK not in await ending.store.about(member):
                offer = {
                    "item": draw_item(Chance(Seed(secrets.token_hex(16)))),
                    "accused": gems.worth(staked),
                    "base": settings.base,
                }
                ending.writes.append(SaveAbout(member, OFFER, offer))
    ending.remarks.append(Line(remark(kind), {"seat": seat.number}))
