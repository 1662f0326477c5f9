"""Gatherings: the card that takes one, and the Lairs that discard one (CW-43 to CW-57, CW-PL, CW-PD)."""

from __future__ import annotations

import pytest

from games.wyrms.cards import all_dominant, decide, own_dominant
from tests.helpers.games.wyrms import COLORS, keys

OWNERS = [COLORS[each] for each in "RBYGP"]
"""Whose colour is whose in the examples of Personalised Dominant Colours."""


def decided(dominant: str, cards: str, *, powerful: bool = False) -> tuple[int, str]:
    """Return the player whose card decides, counted from 1, and the step; a dash stands for no dominant colour."""
    lying = keys(cards)
    at, step = decide(lying, all_dominant(lying, COLORS.get(dominant)), powerful_lair=powerful)
    return at + 1, step


@pytest.mark.parametrize(
    ("dominant", "cards", "player", "step"),
    [
        pytest.param("-", "R5 R8 R2", 2, "led", marks=pytest.mark.rule("CW-X20", "CW-43d")),
        pytest.param("-", "R5 R8 G9", 2, "led", marks=pytest.mark.rule("CW-X21", "CW-43d", "CW-44")),
        pytest.param("P", "Y4 Y1 Y6 B9", 3, "led", marks=pytest.mark.rule("CW-X22", "CW-43d")),
        pytest.param("-", "YT Y1 G2", 2, "led", marks=pytest.mark.rule("CW-X23", "CW-52")),
        pytest.param("-", "YL YT G9", 2, "led", marks=pytest.mark.rule("CW-X24", "CW-47", "CW-52")),
        pytest.param("-", "YL G9 P9", 1, "led", marks=pytest.mark.rule("CW-X25", "CW-47")),
        pytest.param("-", "YL K G9", 1, "led", marks=pytest.mark.rule("CW-X26", "CW-47", "CW-50")),
        pytest.param("B", "R9 B1 R8", 2, "dominant", marks=pytest.mark.rule("CW-X27", "CW-43c")),
        pytest.param("B", "R9 BL R8", 2, "dominant", marks=pytest.mark.rule("CW-X28", "CW-43c", "CW-47")),
        pytest.param("B", "R9 BL BT", 3, "dominant", marks=pytest.mark.rule("CW-X29", "CW-43c", "CW-52")),
        pytest.param("B", "R9 B4 B7 B2", 3, "dominant", marks=pytest.mark.rule("CW-X30", "CW-43c")),
        pytest.param("B", "B3 R9 B5", 3, "dominant", marks=pytest.mark.rule("CW-X31", "CW-43c")),
        pytest.param("-", "R9 B1 R8", 1, "led", marks=pytest.mark.rule("CW-X32", "CW-20", "CW-43d")),
        pytest.param("-", "R9 R4 RT", 3, "treasure", marks=pytest.mark.rule("CW-X33", "CW-43b", "CW-53")),
        pytest.param("-", "RT R9 R4", 1, "treasure", marks=pytest.mark.rule("CW-X34", "CW-43b", "CW-53")),
        pytest.param("-", "G4 R9 RT", 3, "treasure", marks=pytest.mark.rule("CW-X35", "CW-43b", "CW-53")),
        pytest.param("B", "R9 RT B9", 2, "treasure", marks=pytest.mark.rule("CW-X36", "CW-43b")),
        pytest.param("B", "R9 B9 RT BT", 4, "treasure", marks=pytest.mark.rule("CW-X37", "CW-54")),
        pytest.param("B", "B9 BT R9 RT", 2, "treasure", marks=pytest.mark.rule("CW-X38", "CW-54")),
        pytest.param("Y", "R9 RT G9 GT", 4, "treasure", marks=pytest.mark.rule("CW-X39", "CW-55")),
        pytest.param("Y", "GT R9 RT G9", 3, "treasure", marks=pytest.mark.rule("CW-X40", "CW-55")),
        pytest.param("G", "R9 RT G9 GT Y9 YT", 4, "treasure", marks=pytest.mark.rule("CW-X41", "CW-54")),
        pytest.param("P", "R9 RT G9 GT Y9 YT", 6, "treasure", marks=pytest.mark.rule("CW-X42", "CW-55")),
        pytest.param("-", "R9 BT R3", 1, "led", marks=pytest.mark.rule("CW-X43", "CW-53")),
        pytest.param("B", "R9 BT R3", 2, "dominant", marks=pytest.mark.rule("CW-X44", "CW-43c", "CW-53")),
        pytest.param("B", "R9 RT B9 Q", 4, "queen", marks=pytest.mark.rule("CW-X45", "CW-43a", "CW-56")),
        pytest.param("R", "R5 RL R9 Q", 4, "queen", marks=pytest.mark.rule("CW-X46", "CW-43a", "CW-49")),
        pytest.param("-", "Q K K", 1, "queen", marks=pytest.mark.rule("CW-X47", "CW-43a")),
        pytest.param("-", "Q G4 G9", 1, "queen", marks=pytest.mark.rule("CW-X48", "CW-43a")),
        pytest.param("-", "K Q K", 2, "queen", marks=pytest.mark.rule("CW-X49", "CW-43a")),
        pytest.param("-", "R5 RL R9", 2, "lair", marks=pytest.mark.rule("CW-X50", "CW-48")),
        pytest.param("R", "R5 RL R9", 2, "lair", marks=pytest.mark.rule("CW-X51", "CW-48")),
        pytest.param("-", "RL K R3 K", 1, "lair", marks=pytest.mark.rule("CW-X52", "CW-48", "CW-50")),
        pytest.param("-", "K K RL", 3, "lair", marks=pytest.mark.rule("CW-X53", "CW-48", "CW-50")),
        pytest.param("-", "R9 RT RL", 3, "lair", marks=pytest.mark.rule("CW-X54", "CW-48", "CW-R5")),
        pytest.param("B", "R5 RL R9 B1", 4, "dominant", marks=pytest.mark.rule("CW-X55", "CW-48", "CW-43c")),
        pytest.param("-", "RL BL R4", 3, "led", marks=pytest.mark.rule("CW-X56", "CW-48", "CW-43d")),
        pytest.param("-", "RL BL G4", 1, "led", marks=pytest.mark.rule("CW-X57", "CW-48", "CW-47")),
        pytest.param("B", "RL BL G4", 2, "dominant", marks=pytest.mark.rule("CW-X58", "CW-48", "CW-43c")),
        pytest.param("-", "K K K", 3, "knights", marks=pytest.mark.rule("CW-X59", "CW-43e", "CW-51")),
        pytest.param("B", "K K K K K", 5, "knights", marks=pytest.mark.rule("CW-X60", "CW-43e", "CW-51")),
        pytest.param("-", "K K R1", 3, "led", marks=pytest.mark.rule("CW-X61", "CW-43d", "CW-51", "CW-R7")),
        pytest.param("-", "K Y4 Y9 K", 3, "led", marks=pytest.mark.rule("CW-X62", "CW-43d", "CW-R7")),
        pytest.param("B", "K R9 BL", 3, "dominant", marks=pytest.mark.rule("CW-X63", "CW-43c", "CW-R7")),
        pytest.param("-", "K RT R9", 2, "treasure", marks=pytest.mark.rule("CW-X64", "CW-43b")),
        pytest.param("-", "R2 GL BT", 1, "led", marks=pytest.mark.rule("CW-X156", "CW-44")),
    ],
)
@pytest.mark.rule("CW-43", "CW-R5")
def test_who_takes_it(dominant: str, cards: str, player: int, step: str) -> None:
    assert decided(dominant, cards) == (player, step)


@pytest.mark.rule("CW-82")
def test_a_knight_is_below_even_the_lair() -> None:
    assert decided("-", "K GL B1") == (2, "led")
    assert decided("-", "GL K B1") == (1, "led")


@pytest.mark.parametrize(
    ("dominant", "cards", "powerful", "player", "step"),
    [
        pytest.param("B", "R5 RL R9 R2 B1", True, 2, "lair", marks=pytest.mark.rule("CW-X65", "CW-PL-02")),
        pytest.param(
            "B",
            "R5 RL R9 B1 B2 B3",
            True,
            6,
            "dominant",
            marks=pytest.mark.rule("CW-X66", "CW-PL-02", "CW-R20"),
        ),
        pytest.param(
            "-", "R5 RL K K G9", True, 2, "lair", marks=pytest.mark.rule("CW-X67", "CW-PL-03", "CW-R20")
        ),
        pytest.param(
            "-", "R5 RL R9 R2 B9 BT", True, 2, "lair", marks=pytest.mark.rule("CW-X68", "CW-PL-02", "CW-R5")
        ),
        pytest.param("-", "RL R5 R9 R2 BL Q", True, 6, "queen", marks=pytest.mark.rule("CW-X69", "CW-PL-04")),
        pytest.param(
            "-", "RL K K K K", True, 1, "lair", marks=pytest.mark.rule("CW-X70", "CW-PL-03", "CW-R20")
        ),
        pytest.param("-", "RL R4 BL B7 G2", True, 2, "led", marks=pytest.mark.rule("CW-X71", "CW-PL-02")),
        pytest.param("B", "R5 RL R9 R2 B1", False, 5, "dominant", marks=pytest.mark.rule("CW-X72", "CW-48")),
    ],
)
def test_a_powerful_lair(dominant: str, cards: str, powerful: bool, player: int, step: str) -> None:
    assert decided(dominant, cards, powerful=powerful) == (player, step)


@pytest.mark.parametrize(
    ("cards", "powerful", "player", "step"),
    [
        pytest.param("G9 B2 G4", False, 2, "dominant", marks=pytest.mark.rule("CW-X73", "CW-PD-04")),
        pytest.param("G3 R9 G1", False, 1, "led", marks=pytest.mark.rule("CW-X74", "CW-PD-07")),
        pytest.param("G3 B7 Y7", False, 3, "dominant", marks=pytest.mark.rule("CW-X75", "CW-PD-06")),
        pytest.param("G3 B7 Y6", False, 2, "dominant", marks=pytest.mark.rule("CW-X76", "CW-PD-05")),
        pytest.param(
            "R9 B1 R4", False, 2, "dominant", marks=pytest.mark.rule("CW-X77", "CW-PD-04", "CW-R23")
        ),
        pytest.param("G3 G9 YL", False, 3, "dominant", marks=pytest.mark.rule("CW-X78", "CW-PD-04", "CW-47")),
        pytest.param("G3 BT YT", False, 3, "dominant", marks=pytest.mark.rule("CW-X79", "CW-PD-06")),
        pytest.param("K B9 Y1", False, 3, "dominant", marks=pytest.mark.rule("CW-X80", "CW-PD-04", "CW-R23")),
        pytest.param("B4 B9 B2", False, 2, "led", marks=pytest.mark.rule("CW-X81", "CW-R23")),
        pytest.param("G9 GT Y8", False, 2, "treasure", marks=pytest.mark.rule("CW-X82", "CW-43b")),
        pytest.param("P3 BT B9 R9 RT", False, 2, "treasure", marks=pytest.mark.rule("CW-X83", "CW-R24")),
        pytest.param("P3 B9 BT R9 RT", False, 5, "treasure", marks=pytest.mark.rule("CW-X84", "CW-R24")),
        pytest.param(
            "G3 Y9 YL", False, 3, "dominant", marks=pytest.mark.rule("CW-X157", "CW-PD-05", "CW-PD-07")
        ),
        pytest.param("P3 BT YT Y9 B9", False, 3, "treasure", marks=pytest.mark.rule("CW-X158", "CW-R24")),
        pytest.param(
            "G3 BL B7 B2 G9", True, 2, "lair", marks=pytest.mark.rule("CW-X159", "CW-R19", "CW-R20")
        ),
    ],
)
def test_colours_of_one_s_own(cards: str, powerful: bool, player: int, step: str) -> None:
    lying = keys(cards)
    dominant = own_dominant(lying, OWNERS[: len(lying)])
    at, by = decide(lying, dominant, powerful_lair=powerful)
    assert (at + 1, by) == (player, step)
