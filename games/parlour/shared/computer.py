"""Shared parts of the parlour's computer players: betting by the chance to win."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Scene, Seats, Zone
from games.engine.prompts import Answer


def hand_of(scene: Scene, seat: int | None, name: str = "hand") -> Zone | None:
    """Return a seat's zone of that name, if the viewer sees one; seat None stands for the table."""
    for block in scene.blocks:
        if isinstance(block, Zone) and block.owner == seat and block.name == name:
            return block
    return None


def rivals(scene: Scene) -> list[int]:
    """Return the other seats that are in."""
    rows = next(block.rows for block in scene.blocks if isinstance(block, Seats))
    return [row.seat for row in rows if not row.out and row.seat != scene.viewer]


def bet_by_strength(scene: Scene, ask: OpenAsk, luck: Chance, win: float) -> Answer:
    """Call when the pot pays for it, raise when ahead, and now and then bluff.

    `win`: the chance to win the pot against the seats that are in.
    """
    prompt = ask.prompt
    if not isinstance(prompt, Choose):
        raise TypeError(f"not a betting prompt: {prompt!r}")
    need, pot = prompt.says["need"], prompt.says["pot"]
    fair = 1 / (1 + len(rivals(scene)))
    if prompt.amount is not None:
        low, high = prompt.amount.low, prompt.amount.high
        if win > 2 * fair or (win > 1.4 * fair and luck.below(2) == 0):
            return min(high, max(low, round(pot * (win - fair))))
        if need == 0 and luck.below(12) == 0:
            return low
    if need == 0:
        return "check"
    return "call" if "call" in prompt.options and win * (pot + need) >= need * 1.15 else "fold"
