"""Icons as data: animals, weapons, treasures. Each is made of polygons and ellipses on a grid of 100 by 100."""

from __future__ import annotations

from math import cos, pi, sin

from bot.face.art.canvas import Point, Shape

Icon = tuple[Shape, ...]


def _area(*points: Point) -> Shape:
    return Shape(points)


def _oval(left: float, top: float, right: float, bottom: float) -> Shape:
    return Shape(((left, top), (right, bottom)), ellipse=True)


def _hole(*points: Point) -> Shape:
    return Shape(points, hole=True)


def _eye(left: float, top: float, right: float, bottom: float) -> Shape:
    return Shape(((left, top), (right, bottom)), ellipse=True, hole=True)


def regular(
    corners: int, *, turn: float = 0.0, inner: float | None = None, wide: float = 50.0
) -> list[Point]:
    """Return a regular polygon round (50, 50), its first corner on top; with `inner` a star with that many points."""
    count = corners if inner is None else corners * 2
    points = []
    for at in range(count):
        radius = wide if inner is None or at % 2 == 0 else wide * inner
        angle = 2 * pi * at / count + turn - pi / 2
        points.append((50 + radius * cos(angle), 50 + radius * sin(angle)))
    return points


ANIMALS: dict[str, Icon] = {
    "hawk": (
        _area(
            (50, 22), (62, 34), (72, 22), (86, 10), (100, 4), (99, 28), (92, 50), (78, 64), (62, 66), (64, 76),
            (74, 96), (50, 86), (26, 96), (36, 76), (38, 66), (22, 64), (8, 50), (1, 28), (0, 4), (14, 10),
            (28, 22), (38, 34),
        ),
        _oval(39, 8, 61, 34),
    ),
    "wolf": (
        _area(
            (8, 0), (34, 26), (50, 22), (66, 26), (92, 0), (98, 46), (84, 64), (66, 82), (58, 98), (42, 98),
            (34, 82), (16, 64), (2, 46),
        ),
        _hole((22, 46), (42, 54), (30, 60)),
        _hole((78, 46), (58, 54), (70, 60)),
        _hole((42, 86), (58, 86), (50, 95)),
    ),
    "owl": (
        _area((8, 0), (40, 14), (60, 14), (92, 0), (92, 50), (8, 50)),
        _oval(8, 10, 92, 100),
        _eye(16, 24, 47, 55),
        _eye(53, 24, 84, 55),
        _oval(25, 33, 38, 46),
        _oval(62, 33, 75, 46),
        _hole((44, 54), (56, 54), (50, 68)),
    ),
    "horse": (
        _area(
            (36, 0), (48, 14), (64, 18), (80, 32), (92, 58), (96, 100), (36, 100), (40, 84), (54, 66), (50, 58),
            (38, 64), (24, 76), (10, 78), (2, 68), (6, 54), (20, 36), (26, 22), (32, 16),
        ),
        _eye(30, 30, 40, 40),
    ),
    "wren": (
        _oval(12, 36, 74, 90),
        _oval(8, 14, 48, 54),
        _area((-2, 36), (14, 26), (14, 42)),
        _area((54, 54), (82, 0), (100, 8), (72, 76)),
        _area((34, 84), (40, 84), (38, 100), (32, 100)),
        _area((50, 84), (56, 84), (54, 100), (48, 100)),
        _eye(20, 26, 30, 36),
    ),
    "hare": (
        _oval(20, -2, 43, 64),
        _oval(57, -2, 80, 64),
        _oval(16, 40, 84, 100),
        _eye(28, 58, 40, 70),
        _eye(60, 58, 72, 70),
        _hole((44, 78), (56, 78), (50, 86)),
    ),
}  # fmt: skip
"""The parlour's suits."""

DRAGON: Icon = (
    _area(
        (0, 52), (4, 42), (12, 45), (22, 36), (38, 32), (60, 20), (100, 0), (70, 30), (76, 34), (100, 26), (82, 46),
        (96, 54), (86, 60), (100, 76), (88, 78), (94, 100), (42, 100), (52, 84), (44, 74), (30, 85), (10, 86),
        (3, 76), (30, 68), (10, 64),
    ),
    _hole((40, 42), (58, 38), (50, 50)),
)  # fmt: skip

SWORD: Icon = (
    _area((50, 0), (60, 14), (60, 62), (40, 62), (40, 14)),
    _area((20, 62), (80, 62), (80, 74), (20, 74)),
    _area((44, 74), (56, 74), (56, 92), (44, 92)),
    _oval(40, 86, 60, 100),
    _hole((49, 12), (51, 12), (51, 60), (49, 60)),
)
CROWN: Icon = (
    _area((4, 26), (28, 52), (50, 10), (72, 52), (96, 26), (88, 90), (12, 90)),
    _oval(-2, 16, 14, 32),
    _oval(42, 2, 58, 18),
    _oval(86, 16, 102, 32),
    _hole((16, 72), (84, 72), (83, 78), (17, 78)),
)
CAVE: Icon = (
    _area((0, 96), (26, 34), (38, 48), (58, 8), (100, 96)),
    _eye(34, 58, 66, 116),
    _area((30, 96), (70, 96), (70, 100), (30, 100)),
)
CHEST: Icon = (
    _oval(6, 14, 94, 72),
    _area((6, 44), (94, 44), (94, 92), (6, 92)),
    _hole((6, 46), (94, 46), (94, 53), (6, 53)),
    _eye(38, 40, 62, 64),
    _oval(44, 46, 56, 58),
)
AXE: Icon = (
    _area((58, 12), (70, 12), (44, 100), (32, 100)),
    _area((54, 8), (92, 2), (100, 30), (84, 62), (66, 48), (48, 44)),
    _area((56, 10), (28, 4), (24, 28), (46, 38)),
)
FEATHER: Icon = (
    _area((96, 0), (100, 28), (86, 56), (60, 78), (34, 82), (30, 60), (44, 32), (70, 10)),
    _area((36, 66), (44, 74), (12, 100), (4, 96)),
    _hole((84, 14), (87, 17), (36, 76), (33, 73)),
    _hole((60, 40), (62, 43), (94, 38), (93, 34)),
    _hole((48, 55), (50, 58), (78, 60), (80, 56)),
)
GEM: Icon = (
    _area((22, 8), (78, 8), (100, 38), (50, 98), (0, 38)),
    _hole((4, 36), (96, 36), (96, 41), (4, 41)),
    _hole((30, 40), (34, 40), (52, 92), (48, 92)),
    _hole((66, 40), (70, 40), (52, 92), (48, 92)),
)
SCROLL: Icon = (
    _area((22, 10), (86, 10), (86, 84), (22, 84)),
    _oval(8, 4, 38, 28),
    _oval(62, 72, 98, 98),
    _area((14, 76), (74, 76), (74, 98), (14, 98)),
    _hole((34, 34), (74, 34), (74, 40), (34, 40)),
    _hole((34, 48), (74, 48), (74, 54), (34, 54)),
    _hole((34, 62), (60, 62), (60, 68), (34, 68)),
)
STAR: Icon = (Shape(tuple(regular(5, inner=0.42, wide=52))),)

TREASURES: dict[str, Icon] = {
    "axe": AXE,
    "crown": CROWN,
    "feather": FEATHER,
    "gem": GEM,
    "scroll": SCROLL,
    "sword": SWORD,
    "wild": STAR,
}
"""The village's cards."""

_TEETH = tuple(
    _area(
        *(
            (50 + x * cos(a) - y * sin(a), 50 + x * sin(a) + y * cos(a))
            for x, y in ((26, -9), (52, -7), (52, 7), (26, 9))
        )
    )
    for a in (pi * turn / 4 for turn in range(8))
)
TIMINGS: dict[str, Icon] = {
    "action": (_area((58, 0), (14, 56), (44, 56), (34, 100), (86, 38), (54, 38), (76, 0)),),
    "sometimes": (
        _oval(14, 18, 98, 102),
        _eye(34, 38, 78, 82),
        _hole((0, 50), (54, 50), (54, 104), (0, 104)),
        _area((44, 0), (44, 56), (4, 28)),
    ),
    "anytime": (
        _area((12, 0), (88, 0), (88, 12), (12, 12)),
        _area((12, 88), (88, 88), (88, 100), (12, 100)),
        _area((22, 12), (78, 12), (56, 50), (78, 88), (22, 88), (44, 50)),
        _hole((34, 18), (66, 18), (60, 28), (40, 28)),
    ),
    "gambling": (
        _area((14, 4), (86, 4), (96, 14), (96, 86), (86, 96), (14, 96), (4, 86), (4, 14)),
        _eye(18, 18, 38, 38),
        _eye(40, 40, 60, 60),
        _eye(62, 62, 82, 82),
    ),
    "cheating": (
        _area((0, 50), (24, 24), (50, 16), (76, 24), (100, 50), (76, 76), (50, 84), (24, 76)),
        _eye(30, 30, 70, 70),
        _oval(40, 40, 60, 60),
    ),
    "gear": (*_TEETH, _oval(18, 18, 82, 82), _eye(36, 36, 64, 64)),
    "mood": ANIMALS["wolf"],
    "drink": (
        _oval(56, 30, 100, 82),
        _eye(68, 42, 88, 70),
        _area((8, 26), (74, 26), (70, 100), (12, 100)),
        _oval(2, 4, 34, 38),
        _oval(24, -2, 58, 34),
        _oval(50, 6, 80, 38),
        _hole((24, 48), (31, 48), (31, 88), (24, 88)),
        _hole((48, 48), (55, 48), (55, 88), (48, 88)),
    ),
    "event": (
        _oval(42, 0, 58, 16),
        _oval(20, 8, 80, 68),
        _area((20, 38), (80, 38), (94, 82), (6, 82)),
        _oval(38, 78, 62, 100),
    ),
}
"""The times at which a tavern card may be played; drinks and events."""

SIGNS: dict[str, Icon] = {
    "red": (_area((50, 4), (98, 92), (2, 92)),),
    "blue": (_oval(4, 4, 96, 96),),
    "yellow": (Shape(tuple(regular(5, inner=0.45, wide=54))),),
    "green": (_area((50, 0), (96, 50), (50, 100), (4, 50)),),
    "purple": (_oval(4, 4, 96, 96), _eye(34, -10, 112, 68)),
    "none": (_area((8, 42), (92, 42), (92, 58), (8, 58)),),
}
"""The shape of each colour, for cards whose colour decides."""
