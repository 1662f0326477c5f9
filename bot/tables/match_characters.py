"""Characters in a match: the facts that it is told, and the uses that come back when it ends (SPOT-R1 to SPOT-R3).

A day's uses of a talent go with the character: during a match they are at that table and nowhere else. Those that were
not spent come back with the result, or when the match is void.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.members.daily_uses import Uses, get_or_draw_uses, sheet_of
from bot.members.profile_keys import INSPIRED, PRANK, USES
from bot.tables.state import Seat
from db import SaveAbout, Store, Write
from games.engine import Options
from games.engine import money as gems
from games.gembones.spotlight.options import SpotlightOptions
from games.gembones.spotlight.skill_checks import SKILLS

CHARACTER = "character"
"""The key of a character's facts among those of a seat and of a result."""


async def check_out_uses(
    store: Store, options: Options, players: Iterable[Seat], base: str, now: float
) -> tuple[dict[int, dict[str, Any]], list[Write]]:
    """Return the facts of each member's seat, and the writes that take the uses from its character meanwhile.

    Both are empty at a table whose spotlight is off.
    """
    facts: dict[int, dict[str, Any]] = {}
    writes: list[Write] = []
    if not isinstance(options, SpotlightOptions) or options.spotlight == "off":
        return facts, writes
    for seat in players:
        if seat.member is None:
            continue
        about = await store.about(seat.member)
        sheet, uses = sheet_of(about), get_or_draw_uses(about, now)
        # only the uses of the character's own talent come along; the others stay with the member
        lucky = uses.lucky if sheet.talent == "lucky" else 0
        portents = uses.portents if sheet.talent == "portent" else ()
        inspired = bool(about.get(INSPIRED))
        left = Uses(
            day=uses.day,
            lucky=uses.lucky - lucky,
            portents=() if portents else uses.portents,
        )
        facts[seat.number] = {
            CHARACTER: {
                "talent": sheet.talent,
                "day": uses.day,
                "lucky": lucky,
                "portents": list(portents),
                "skills": {skill: sheet.skill(skill) for skill in SKILLS},
                "base": base,
                "inspired": inspired,
                "lesser": await _lesser(store, seat.member, base),
                "stone": about.get(PRANK, {}).get("item") == "stone",
            }
        }
        writes += [SaveAbout(seat.member, USES, left.to_json()), SaveAbout(seat.member, INSPIRED, None)]
    return facts, writes


async def return_uses(
    store: Store,
    seats: Mapping[int, Seat],
    brought: Mapping[int, Mapping[str, Any]],
    left: Mapping[int, Mapping[str, Any]],
    now: float,
) -> list[Write]:
    """Return the writes that give each character's unspent uses back to its member; those of a past day are gone.

    `brought` are the facts of the match's header, `left` those of its result, or of the header if it is void.
    """
    writes: list[Write] = []
    for number, known in brought.items():
        seat = seats.get(number)
        if seat is None or seat.member is None or CHARACTER not in known:
            continue
        about = await store.about(seat.member)
        uses = get_or_draw_uses(about, now)
        rest = {**known[CHARACTER], **left.get(number, {}).get(CHARACTER, {})}
        # uses of yesterday are gone: today's have been given out already
        if known[CHARACTER]["day"] == uses.day:
            back = Uses(
                day=uses.day,
                lucky=uses.lucky + rest["lucky"],
                portents=(*uses.portents, *rest["portents"]),
            )
            writes.append(SaveAbout(seat.member, USES, back.to_json()))
        if rest["inspired"]:
            writes.append(SaveAbout(seat.member, INSPIRED, True))
    return writes


async def _lesser(store: Store, member: int, base: str) -> int:
    """Return the pieces that a member has of the next lower base."""
    lesser = gems.lesser(base)
    return gems.worth(gems.of_base(lesser, await store.balances(member))) if lesser else 0
