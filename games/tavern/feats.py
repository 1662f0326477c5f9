"""The feats of a night in the tavern: the endings that are worth a shout, the rarest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.endings.finish import Feat, Finish
from games.engine.scene import Highlights, Line

UNSCATHED = 20
"""The Fort of a winner that nobody has managed to hurt."""
HAIR = 1
"""The margin between Fort and AC of a winner who would not have survived another sip."""


def _left(finish: Finish) -> Mapping[str, Any]:
    """Return the values of the only winner; nothing after a tie."""
    winners = finish.winners
    row = finish.row(winners[0]) if len(winners) == 1 else None
    return row.reason.values if row is not None and row.reason is not None else {}


def found_unscathed(finish: Finish) -> Mapping[str, Any] | None:
    """Return a value if the winner has all of their Fort left."""
    left = _left(finish)
    return {"fort": left["fort"]} if left and left["fort"] >= UNSCATHED else None


def found_last_gold(finish: Finish) -> Mapping[str, Any] | None:
    """Return a value if the winner has one Gold left."""
    left = _left(finish)
    return {} if left and left["gold"] == 1 else None


def found_hair(finish: Finish) -> Mapping[str, Any] | None:
    """Return the values of a winner whose AC has all but caught up with their Fort."""
    left = _left(finish)
    return {"fort": left["fort"], "ac": left["ac"]} if left and left["fort"] - left["ac"] <= HAIR else None


def found_last_two(finish: Finish) -> Mapping[str, Any] | None:
    """Return the last players to go out, if two or more went out together."""
    if len(finish.winners) != 1:
        return None
    seconds = tuple(row.seat for row in finish.result.rows if row.place == 2)
    return {"seats": seconds} if len(seconds) > 1 else None


def found_purse(finish: Finish) -> Mapping[str, Any] | None:
    """Return the last player to run out of Gold, who lost the game by that."""
    seconds = {row.seat for row in finish.result.rows if row.place == 2}
    ends = [event for event in finish.events if event.kind in ("broke", "pass_out")]
    if len(finish.winners) != 1 or not ends or ends[-1].kind != "broke":
        return None
    seats = tuple(seat for seat in ends[-1].values["seats"] if seat in seconds)
    return {"seats": seats} if seats else None


FEATS = (
    Feat("perfect", "unscathed", found_unscathed),
    Feat("upset", "hair", found_hair),
    Feat("big", "last_two", found_last_two),
    Feat("big", "last_gold", found_last_gold),
    Feat("big", "purse", found_purse),
)


OUT = ("broke", "pass_out")
BLOWS = ("drinks", "loses_fort", "gains_ac", "pays", "pays_inn")
"""The events by which a player may go out."""


def last_one_out(finish: Finish) -> Highlights:
    """Return who went out last, and what did it."""
    ends = [at for at, event in enumerate(finish.events) if event.kind in OUT]
    if not ends or not finish.winners:
        return Highlights()
    out = finish.events[ends[-1]]
    line = Line(finish.words[f"moment:{out.kind}"], out.values)
    for event in reversed(finish.events[: ends[-1]]):
        if event.kind in BLOWS and event.to is None and event.values.get("seat") in out.values["seats"]:
            return Highlights(line, Line(finish.words[event.kind], event.values))
        if event.kind in OUT:
            break
    return Highlights(line)
