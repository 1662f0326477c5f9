"""The primitives of card effects: the form of each, its meaning, and where it may be used.

The parser, the checks of the loader and the pages for authors share this one table, so that none of them can
disagree. A form is the primitive and its arguments: `W` players affected, `T` one chosen player, `P` a payer or payee,
`N` a number from 1, `±N` a number with its sign, `STEP` another step; other words stand for themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.tavern.cards import CardType, System, Trigger, Verb, Who

Place = Literal["played", "gear", "mood", "event"]
"""The kinds of cards that may have a step."""

HIT: tuple[Trigger, ...] = ("hit.fort", "hit.alc", "hit.gold")
CARD: tuple[Trigger, ...] = (
    "card.action", "card.sometimes", "card.cheat", "card.drinkmod", "gear.mine", "event",
)  # fmt: skip
DRINK: tuple[Trigger, ...] = ("drink.mine", "drink.any")
AFFECTED: tuple[Who, ...] = ("me", "T", "TT", "others", "all", "hitter")
"""The players that `W` may name."""
PAYERS: tuple[Who, ...] = (*AFFECTED, "inn")
"""The payers that `P` may name."""
PAYEES: tuple[Who, ...] = ("me", "T", "hitter", "inn")
"""The payees that `P` may name: one player, not several."""
MAX_NUMBER = 20
"""The largest number on a card: Fort and AC go no further."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A kind of step."""

    form: str
    meaning: str
    """One sentence for authors of decks."""
    when: tuple[Trigger, ...] = ()
    """The triggers that it makes sense on; empty for all triggers."""
    places: tuple[Place, ...] = ("played",)
    needs: System | None = None
    """The system that the character needs to use it."""


ANYWHERE: tuple[Place, ...] = ("played", "gear")

PRIMITIVES: Mapping[Verb, Primitive] = {
    "fort": Primitive(
        "fort W ±N", "Fort of each W moves by N, within 0 to 20; a loss has you as its cause.", (), ANYWHERE
    ),
    "alc": Primitive("alc W ±N", "AC of each W moves by N, within 0 to 20.", (), ANYWHERE),
    "pay": Primitive(
        "pay P P N",
        "The first gives the second N Gold, or what there is; `inn` may pay and be paid.",
        (),
        ANYWHERE,
    ),
    "draw": Primitive("draw W N", "Each W draws N cards.", (), ANYWHERE),
    "drop": Primitive("drop W N", "Each W discards N cards of their choice, or all they hold.", (), ANYWHERE),
    "order": Primitive(
        "order N", "N more Drinks for you to place in this turn's Order a Drink phase.", ("act",)
    ),
    "serve": Primitive("serve T N", "The top N cards of the Drink Deck go onto T's pile now.", (), ANYWHERE),
    "drinkup": Primitive("drinkup T N", "T drinks N times from the own pile, now.", (), ANYWHERE),
    "peek": Primitive("peek deck N", "You alone look at the top N cards of the Drink Deck."),
    "ignoredrink": Primitive("ignoredrink", "The Drink does nothing to you.", ("drink.mine",)),
    "passdrink": Primitive("passdrink T", "T is about to drink the Drink instead of you.", ("drink.mine",)),
    "splitdrink": Primitive(
        "splitdrink T", "The Drink becomes two halves, rounded up: yours and T's.", ("drink.mine",)
    ),
    "moddrink": Primitive("moddrink ±N", "The Drink's AC changes by N.", DRINK),
    "fortdrink": Primitive("fortdrink ±N", "The Drink's Fort changes by N.", DRINK),
    "chaser": Primitive("chaser", "The next card from where the Drink came from is added to it.", DRINK),
    "negate": Primitive("negate", "The card that is answered does not happen at all.", CARD),
    "ignore": Primitive("ignore", "The card that is answered does nothing to you.", (*HIT, "event")),
    "cut": Primitive("cut fort N", "The loss of Fort that is answered is N lower for you.", ("hit.fort",)),
    "redirect": Primitive(
        "redirect T", "The loss of Fort that is answered meets T instead of you.", ("hit.fort",)
    ),
    "tune": Primitive(
        "tune ±N",
        "Every number of the card that this Gear card belongs to is N larger or smaller.",
        (),
        ("gear",),
    ),
    "start": Primitive(
        "start", "A Round of Gambling begins: everybody antes 1, you are in control.", ("act",)
    ),
    "ante": Primitive("ante N", "Everybody in the Round antes N.", ("round.turn",)),
    "control": Primitive("control", "You are in control of the Round.", ("round.turn",)),
    "lock": Primitive(
        "lock", "While you stay in control only a Cheating card can be played.", ("round.turn",)
    ),
    "leave": Primitive("leave", "You leave the Round.", ("round.start", "round.in")),
    "oust": Primitive("oust T", "T is forced out of the Round.", ("round.turn",)),
    "winround": Primitive("winround", "The Round ends and the pot is yours.", ("round.turn",)),
    "spill": Primitive(
        "spill", "The pot goes to the Inn and the Round ends without a winner.", ("round.turn", "round.tip")
    ),
    "skim": Primitive("skim N", "You take N Gold, at most all of it, from the pot.", ("round.turn",)),
    "piety": Primitive("piety ±N", "Your faith moves by N, within 0 to 15.", (), ("played",), "faith"),
    "brew": Primitive(
        "brew", "You turn up the next Potion and keep one of the two on show.", (), ("played",), "potion"
    ),
    "mood": Primitive("mood", "The next mood is turned up.", (), ("played",), "mood"),
    "contest": Primitive("contest", "Everybody drinks against everybody.", (), ("event",)),
    "house": Primitive("house", "One Drink is turned up, and everybody drinks a copy of it.", (), ("event",)),
    "none": Primitive("none", "Nothing.", (), ("played", "gear", "mood")),
    "wolf.fort": Primitive(
        "wolf.fort ±N", "Every loss of Fort that a wolf card brings to others changes by N.", (), ("mood",)
    ),
    "onwolf": Primitive("onwolf STEP", "The step is added to every wolf card.", (), ("mood",)),
    "guard": Primitive(
        "guard N", "You lose N Fort less whenever another player's card costs you any.", (), ("mood",)
    ),
}

TRIGGER_MEANINGS: Mapping[Trigger, str] = {
    "act": "It is your Action phase, and this is the turn's one Action card.",
    "any": "At any time.",
    "hit.fort": "Another player's card would cost you Fort, or a loss has been redirected to you.",
    "hit.alc": "Another player's card would raise your AC.",
    "hit.gold": "Another player's card would cost you Gold; antes do not count.",
    "lost.gold": "You have paid or lost Gold in this phase, antes included.",
    "drink.mine": "You are about to drink a Drink.",
    "drink.any": "Anybody is about to drink a Drink.",
    "card.action": "Another player has played an Action card.",
    "card.sometimes": "Another player has played a Sometimes card.",
    "card.cheat": "Another player has played a Cheating card.",
    "card.drinkmod": "Another player has played a card that changes a Drink, not one of this title.",
    "gear.mine": "A Gear card has been turned up with your card.",
    "round.start": "A card that starts a Round has been played.",
    "round.in": "You are in a Round, and somebody demands an ante or it is your gambling turn.",
    "round.turn": "It is your gambling turn.",
    "round.tip": "Somebody is to be forced out of a Round, or it is your gambling turn.",
    "event": "An Event has been revealed and has not begun yet.",
}
"""The meaning of each trigger, for authors of decks."""

TRIGGERS_OF: Mapping[CardType, tuple[Trigger, ...]] = {
    "action": ("act",),
    "sometimes": tuple(
        trigger for trigger in TRIGGER_MEANINGS if trigger not in ("act", "any", "round.turn")
    ),
    "anytime": ("any",),
    "gambling": ("round.turn",),
    "cheating": ("round.turn",),
    "gear": (),
    "mood": (),
}
"""The triggers that a card of each type may have."""
