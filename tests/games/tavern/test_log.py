"""The log: its sentences, scenario by scenario, in order."""

from __future__ import annotations

from bot.face.text.templates import Renderer
from games.engine import RAIL
from games.tavern.texts import TEXTS
from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import CONTEST, announced, down_to, resolved, revealed

SLAP, DECOY, ANGRY = (
    "A slap on the back, troll size",
    "Clockwork decoy, half price",
    "You're angering me. You would be wise to stop!",
)
IN, RAISE, ACES = "Gambling? I'm in!", "I raise!", "Three aces under one wing"
SHARES, INTO_GOLD = "Buy shares in my workshop", "This device can change alcohol into gold! Watch!"
APPRECIATE, TOP_UP = "I think you'll appreciate this drink more than I will", "Let me top that up"


def log(n: Night, *kinds: str, viewer: int = RAIL) -> list[str]:
    """The sentences of these kinds of events that a viewer gets to read."""
    said = Renderer({seat: name for name, seat in n.names.items()})
    events = [event for event in n.match.events if event.to is None or viewer in event.to]
    return [said.render(TEXTS.words[event.kind], event.values) for event in events if event.kind in kinds]


def test_what_becomes_of_a_blow() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=[DECOY]), Serena=Sits(hand=[ANGRY]))
    announced(n, "Phrenk", SLAP, at="Wizgille")
    n.plays("Wizgille", DECOY, at="Serena")
    down_to(n)
    n.plays("Serena", ANGRY)
    n.quiet()
    assert log(n, "redirects", "ignores", "loses_fort") == [
        "Wizgille turns the loss on Serena.",
        "Serena ignores 👊 A slap on the back, troll size.",
    ]


def test_who_pays_whom() -> None:
    wine = Sits(hand=[SHARES, INTO_GOLD], pile="Wine", extra=["Purring like a kitten"])
    n = Night(Wizgille=wine, Kaylin=Sits())
    resolved(n, "Wizgille", SHARES, at="Kaylin")
    n.defaults_one("order")
    n.plays("Wizgille", INTO_GOLD)
    n.defaults("discard")
    assert log(n, "pays", "ignores_drink", "inn_pays", "drinks") == [
        "Kaylin pays Wizgille 3 Gold.",
        "Wizgille ignores the Drink.",
        "The Inn pays Wizgille 1 Gold.",
    ]
    n = Night(Serena=Sits(hand=["Tip the Wench"]), Phrenk=Sits("20/0/1"), Kaylin=Sits())
    resolved(n, "Serena", "Tip the Wench", at="Phrenk")
    n.passes("Phrenk")
    assert log(n, "pays_inn", "broke") == [
        "Phrenk pays the Inn 1 Gold.",
        "Out of Gold and out of the inn: Phrenk.",
    ]


def test_who_looks_at_cards_is_told_and_what_they_are_only_to_them() -> None:
    n = Night(Kaylin=Sits(hand=["I can see through the lid"]), Phrenk=Sits(), drinks=["Wine", "Mead", "Wine"])
    n.puts_in("Kaylin", "I can see through the lid")
    n.quiet()
    assert log(n, "peeks", "peeked") == ["Kaylin looks at the top 3 of the Drink Deck."]
    assert log(n, "peeked", viewer=0) == [
        "On top of the Drink Deck, the next first: 🍺 Wine, 🍺 Mead, 🍺 Wine."
    ]


def test_the_way_of_a_drink() -> None:
    n = Night(
        Phrenk=Sits(hand=[APPRECIATE, TOP_UP], extra="Slow burner", pile=["Wine", "Light Ale"]), Kaylin=Sits()
    )
    revealed(n)
    n.plays("Phrenk", APPRECIATE, at="Kaylin")
    down_to(n)
    n.plays("Phrenk", "Slow burner")
    down_to(n)
    n.plays("Phrenk", TOP_UP)
    n.quiet()
    told = ("brews", "orders", "reveals", "passes", "changes_drink", "changes_drink_fort", "chaser", "drinks")
    assert log(n, *told) == [
        "Phrenk shows ↩️ Slow burner.",
        "Phrenk orders a Drink for Kaylin.",
        "Phrenk reveals 🍺 Wine.",
        "Phrenk passes the Drink to Kaylin.",
        "Kaylin's Drink now moves Fort by −1.",
        "A chaser: 🍺 Light Ale.",
        "Kaylin drinks: AC +3, Fort −1.",
    ]


def test_a_round_of_gambling() -> None:
    n = Night(
        Kaylin=Sits("20/0/1", hand=[IN, ACES]),
        Serena=Sits(hand=["This is not in the Paladin's Codex..."]),
        Phrenk=Sits(hand=[RAISE]),
    )
    announced(n, "Kaylin", IN)
    n.plays("Serena", "This is not in the Paladin's Codex...")
    n.quiet()
    n.plays("Phrenk", RAISE)
    n.quiet()
    n.plays("Kaylin", ACES)
    n.quiet()
    n.answers("Phrenk", "pass")
    told = ("leaves_round", "round_starts", "antes", "control", "skims", "passes_round", "round_won")
    assert log(n, *told) == [
        "Serena is out of the round.",
        "Kaylin starts a round of gambling.",
        "An ante of 1 from Kaylin and Phrenk: 2 Gold in the pot.",
        "Phrenk is in control.",
        "An ante of 1 from Phrenk: 3 Gold in the pot.",
        "Kaylin is in control.",
        "Kaylin takes 1 Gold from the pot.",
        "Phrenk passes.",
        "Kaylin wins the pot of 2 Gold.",
    ]


def test_grace_and_somebody_who_passes_out() -> None:
    n = Night(
        Serena=Sits(hand=["Stand in the light, all of you"], piety=10),
        Phrenk=Sits("9/8/7", pile="Wine"),
        Kaylin=Sits(),
        Wizgille=Sits("20/0/1"),
    )
    resolved(n, "Serena", "Stand in the light, all of you")
    n.passes("Phrenk")
    assert log(n, "begins", "grace", "loses_fort", "pass_out", "divides", "clears") == [
        "Serena takes the first turn.",
        "Grace: Serena gains 1 Fort.",
        "Phrenk loses 1 Fort.",
        "Kaylin loses 1 Fort.",
        "Wizgille loses 1 Fort.",
        "Passed out: Phrenk.",
        "Phrenk leaves 7 Gold: 1 for each player still standing, the rest for the Inn.",
        "The bar clears Phrenk's Drinks: 🍺 Wine.",
    ]


def test_a_contest_with_somebody_under_the_table() -> None:
    n = Night(
        Serena=Sits(pile=CONTEST),
        Phrenk=Sits("9/8/10", pile=[]),
        Kaylin=Sits(pile=[]),
        drinks=["Well Water", "Dark Ale", "Elven Wine", "Light Ale"],
    )
    revealed(n)
    n.quiet()
    n.passes("Phrenk")
    assert log(n, "contest", "drinks", "fails", "contest_won", "pass_out") == [
        "A drinking contest: Serena, Phrenk and Kaylin.",
        "Serena drinks: AC +1.",
        "Phrenk drinks: AC +3.",
        "Kaylin drinks: AC +1.",
        "Phrenk is under the table until the contest is over.",
        "Phrenk wins the contest and gets 2 Gold.",
        "Passed out: Phrenk.",
    ]
