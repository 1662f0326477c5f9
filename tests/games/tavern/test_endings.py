"""The endings of a night in the tavern: what is shouted about, and what each player reads."""

from __future__ import annotations

import pytest

from bot.face.text.templates import Renderer
from games.engine import POT, Pay
from games.engine.scene import RAIL, Gauges
from games.tavern import _pays
from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import resolved

SLAP, TIP, ROOM = "A slap on the back, troll size", "Tip the Wench", "Open a window, quick"


def head(n: Night) -> str:
    """The headline of the ending."""
    ending = n.match.ending
    assert ending is not None
    return Renderer({seat: name for name, seat in n.names.items()}).say(ending.headline)


def own(n: Night, name: str) -> str:
    """The sentence of one player."""
    ending = n.match.ending
    assert ending is not None
    said = Renderer({seat: each for each, seat in n.names.items()})
    return said.say(ending.personal[n.names[name]])


def ended(card: str = SLAP, at: str | None = "Serena", **players: Sits) -> Night:
    """A match that Phrenk's card ends."""
    n = Night(drinks=(), rest=True, drunk=(), options=None, **players)
    resolved(n, "Phrenk", card, at=at)
    n.defaults()
    return n


@pytest.mark.parametrize(
    ("winner", "loser", "degree", "headline"),
    [
        ("20/3/10", "5/4/10", "perfect", "Not a scratch! Phrenk walks out with Fort 20"),
        ("9/8/10", "5/4/10", "upset", "By a whisker! Phrenk is the last one standing, at Fort 9 and AC 8"),
        ("12/3/1", "5/4/1", "big", "Phrenk wins with a single Gold left"),
        ("12/3/10", "5/4/10", "win", "Phrenk is the last one standing!"),
    ],
)
def test_a_headline_knows_a_miracle_from_a_win(winner: str, loser: str, degree: str, headline: str) -> None:
    n = ended(Phrenk=Sits(winner, hand=[SLAP]), Serena=Sits(loser))
    assert n.match.ending is not None
    assert (n.match.ending.degree, head(n)) == (degree, headline)


def test_only_those_in_the_game_have_gauges() -> None:
    """Whoever is out of the game can pass out no more, and what they hold counts no more."""
    n = Night(
        drinks=(), rest=True, drunk=(), options=None,
        Phrenk=Sits("12/3/10", hand=[SLAP]), Serena=Sits("5/4/10"), Kaylin=Sits("9/2/7"),
    )  # fmt: skip

    def in_danger() -> dict[int, tuple[int, ...]]:
        [shown] = [block for block in n.match.scene(RAIL).blocks if isinstance(block, Gauges)]
        return {row.seat: (*(gauge.value for gauge in row.gauges), row.counts[0][1]) for row in shown.seats}

    assert in_danger() == {0: (3, 10), 1: (4, 10), 2: (2, 7)}
    n.leaves("Serena")
    assert n.match.ending is None
    assert in_danger().keys() == {0, 2}


def test_two_who_fall_together_and_one_who_cannot_pay() -> None:
    n = ended(ROOM, None, Phrenk=Sits("12/3/10", hand=[ROOM]), Serena=Sits("5/4/2"), Kaylin=Sits("6/5/2"))
    assert head(n) == "Serena and Kaylin hit the floor together, and Phrenk is the last one standing"
    n = ended(TIP, Phrenk=Sits("12/3/10", hand=[TIP]), Serena=Sits("15/4/1"))
    assert head(n) == "Cleaned out! Serena ran out of Gold, and Phrenk is the last one standing"
    assert own(n, "Serena") == (
        "You lost 10 and came 2nd of 2: Serena the Pious, out of Gold. Phrenk outlasted you."
    )


def test_everyone_reads_how_they_went() -> None:
    n = ended(Phrenk=Sits("12/3/10", hand=[SLAP]), Serena=Sits("5/4/10"))
    assert own(n, "Phrenk") == "You won 10: you're the last one standing."
    assert "under the table with Fort 2, AC 4" in own(n, "Serena")
    n = Night(Phrenk=Sits(), Serena=Sits())
    n.leaves("Serena")
    assert "gone home" in own(n, "Serena")


def test_each_payer_gives_all_that_it_owes_to_one_after_the_other() -> None:
    pays = _pays([(0, 5), (1, 3), (POT, 2)], [(2, 4), (3, 6)])
    assert pays == [
        Pay(0, 2, "piece", 4),
        Pay(0, 3, "piece", 1),
        Pay(1, 3, "piece", 3),
        Pay(POT, 3, "piece", 2),
    ]
