"""Characters in a match: what its rules are told about them, and the uses that come back after it (SPOT-R1 to SPOT-R3).

A day's uses of a talent go with the character: during a match they are at that table and nowhere else. Those that were
not spent come back with the result, or when the match is void.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.members.daily_uses import ReturnUses, Uses, get_or_draw_uses, sheet_of
from bot.members.profile_keys import INSPIRED, PRANK, USES
from bot.tables.hooks import MatchBeginning, MatchEnding, MatchVoid
from bot.tables.state import TableState
from db.backend.unit_of_work import Write
from db.members import SaveAbout, StillIs
from db.store import Store
from games.engine import money as gems
from games.gembones.spotlight.options import SpotlightOptions
from games.gembones.spotlight.skill_checks import SKILLS

CHARACTER = "character"
"""The key of a character's facts among those of a seat and of a result."""


async def check_out_uses(beginning: MatchBeginning) -> None:
    """Tell the rules about each member's character, and set aside the uses that it brings to the match."""
    options, store, base = beginning.options, beginning.store, beginning.table.settings.base
    if not isinstance(options, SpotlightOptions) or options.spotlight == "off":
        return
    for seat in beginning.players:
        if seat.member is None:
            continue
        about = await store.about(seat.member)
        sheet, uses = sheet_of(about), get_or_draw_uses(about, beginning.now)
        # only the uses of the character's own talent come along; the others stay with the member
        lucky = uses.lucky if sheet.talent == "lucky" else 0
        portents = uses.portents if sheet.talent == "portent" else ()
        inspired = bool(about.get(INSPIRED))
        left = Uses(
            day=uses.day,
            lucky=uses.lucky - lucky,
            portents=() if portents else uses.portents,
        )
        beginning.facts[seat.number] = {
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
        beginning.writes += [
            # another table may begin at the same moment, with the same character
            StillIs(seat.member, USES, about.get(USES)),
            StillIs(seat.member, INSPIRED, about.get(INSPIRED)),
            SaveAbout(seat.member, USES, left.to_json()),
            SaveAbout(seat.member, INSPIRED, None),
        ]


async def return_uses(ending: MatchEnding) -> None:
    """Give the uses that were not spent back to their members with the result."""
    ending.writes += _returned(ending.table, ending.match.header.facts, ending.result.facts)


async def return_all_uses(void: MatchVoid) -> None:
    """Give all uses back to their members, since the match does not count."""
    void.writes += _returned(void.table, void.facts, {})


def _returned(
    table: TableState, brought: Mapping[int, Mapping[str, Any]], left: Mapping[int, Mapping[str, Any]]
) -> list[Write]:
    """Return the writes that give uses back; those of a past day are gone.

    `brought` are the facts of the match's header, `left` those of its result.
    """
    writes: list[Write] = []
    for number, known in brought.items():
        seat = table.seats.get(number)
        if seat is None or seat.member is None or CHARACTER not in known:
            continue
        rest = {**known[CHARACTER], **left.get(number, {}).get(CHARACTER, {})}
        writes.append(ReturnUses(seat.member, rest["day"], rest["lucky"], tuple(rest["portents"])))
        if rest["inspired"]:
            writes.append(SaveAbout(seat.member, INSPIRED, True))
    return writes


async def _lesser(store: Store, member: int, base: str) -> int:
    """Return how many pieces of the next lower base a member has."""
    lesser = gems.lesser(base)
    return gems.worth(gems.of_base(lesser, await store.balances(member))) if lesser else 0
