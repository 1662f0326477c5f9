"""Every fault of a deck's file says file and line, and what is allowed instead."""

from __future__ import annotations

import pytest

from games.engine import Chance
from games.tavern.cards import copies
from games.tavern.decks.builtin import with_own
from games.tavern.decks.deck_file import DeckFault
from tests.helpers.games.tavern_small_deck import SMALL, card, changed, told
from tests.helpers.random_matches import cases, luck_of


def test_the_small_file_is_right() -> None:
    decks = with_own({"grum.toml": SMALL})
    assert len(copies(decks.characters["grum"].deck)) == 40
    assert decks.cards["grum.two"].alternative_when == (("act",), ("round.turn",))


def test_a_text_of_ones_own_replaces_the_made_one() -> None:
    decks = with_own({"grum.toml": card("cut fort 1", more='\ntext = "It stings less."')})
    assert decks.cards["grum.broom"].text == "It stings less."


# ---- effects


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        ("frot T -3", "unknown effect 'frot'; did you mean 'fort'?"),
        ("xyzzy", "unknown effect 'xyzzy'; known: fort, alc,"),
        ("fort T", "'fort T' has 1 of 2 arguments: write 'fort W ±N'"),
        ("fort T -3 now", "'fort T -3 now' has 3 of 2 arguments: write 'fort W ±N'"),
        ("fort T 3", "'3' is no amount for 'fort W ±N'; it is a whole number, -20 to -1 or +1 to +20"),
        ("fort T -21", "'-21' is no amount"),
        ("fort T -0", "'-0' is no amount"),
        ("draw me +1", "'+1' is no amount for 'draw W N'; it is a whole number, 1 to 20, without a sign"),
        ("draw me 0", "'0' is no amount"),
        ("fort him -3", "'him' cannot stand in 'fort W ±N' there; allowed: me, T, TT, others, all, hitter"),
        ("fort inn -3", "'inn' cannot stand in 'fort W ±N' there"),
        ("redirect me", "'me' cannot stand in 'redirect T' there; allowed: T"),
        ("pay T others 1", "'others' cannot stand in 'pay P P N' there; allowed: me, T, hitter, inn"),
        ("pay T T 1", "nobody pays themself"),
        ("pay all me 1", "nobody pays themself"),
        ("fort T -1; pay TT me 1", "names both T and TT"),
        ("onwolf fort T -1; onwolf fort TT -1", "names both T and TT"),
        ("cut alc 1", "'alc' instead of 'fort': write 'cut fort N'"),
        ("ignore;", "an empty step"),
        ("", "an empty step"),
        (
            "[faith>=10] ignore",
            "unknown condition [faith>=10]; it is [piety>=N] or [piety<=N], N from 0 to 15",
        ),
        ("[piety>=16] ignore", "unknown condition [piety>=16]"),
        ("onwolf", "'onwolf' wants a step"),
    ],
)
def test_effects_that_cannot_be_read(effects: str, said: str) -> None:
    sentence = told(card(effects))
    assert sentence.startswith("grum.toml:13: ")
    assert said in sentence


# ---- what fits what


@pytest.mark.parametrize(
    ("effects", "kind", "when", "line", "said"),
    [
        ("fort T -1", "sometimes", '"act"', 12, "'act' does not fit sometimes; that goes with: hit.fort,"),
        ("fort T -1", "action", '"any"', 12, "'any' does not fit action; that goes with: act"),
        ("control", "gambling", '"act"', 12, "'act' does not fit gambling; that goes with: round.turn"),
        ("fort T -1", "action", "", 12, "action cards need a 'when' out of: act"),
        ("fort T -1", "action", '"acting"', 12, "unknown when 'acting'; did you mean 'act'?"),
        ("fort T -1", "action", '"act", "act"', 12, "when: 'act' stands there twice"),
        ("fort T -1", "acton", '"act"', 11, "unknown type 'acton'; did you mean 'action'?"),
        ("fort T -1", "drink", '"act"', 11, "unknown type 'drink'"),
        ("tune +1", "gear", "", 11, "type 'gear' is for Gear and mood decks, not for the deck 'grum'"),
        ("moddrink +1", "action", '"act"', 13, "'moddrink' goes with: drink.mine, drink.any; not with: act"),
        ("start", "gambling", '"round.turn"', 13, "'start' goes with: act; not with: round.turn"),
        ("leave", "sometimes", '"drink.mine"', 13, "'leave' goes with: round.start, round.in"),
        ("fort hitter -2", "action", '"act"', 13, "'fort hitter' goes with: hit.fort, hit.alc, hit.gold"),
        ("cut fort 1", "sometimes", '"hit.gold"', 13, "'cut' goes with: hit.fort; not with: hit.gold"),
        (
            "cut fort 1",
            "sometimes",
            '"hit.fort", "hit.gold"',
            12,
            "nothing that this card does goes with 'hit.gold'",
        ),
        (
            "fort T -1",
            "cheating",
            '"round.turn"',
            13,
            "cheating cards take control: add 'control', 'winround' or",
        ),
        (
            "tune +1",
            "sometimes",
            '"hit.fort"',
            13,
            "'tune' has no meaning in the deck 'grum'; it is for Gear cards",
        ),
        ("guard 1", "anytime", '"any"', 13, "'guard' has no meaning in the deck 'grum'; it is for moods"),
        ("contest", "anytime", '"any"', 13, "'contest' has no meaning in the deck 'grum'; it is for Events"),
        ("piety +1", "action", '"act"', 13, "'piety' is for characters with system = 'faith'"),
        ("brew", "action", '"act"', 13, "'brew' is for characters with system = 'potion'"),
        ("mood", "action", '"act"', 13, "'mood' is for characters with system = 'mood'"),
        ("[piety>=3] ignore", "sometimes", '"hit.fort"', 13, "a condition on piety is for characters with"),
    ],
)
def test_a_card_that_makes_no_sense(effects: str, kind: str, when: str, line: int, said: str) -> None:
    sentence = told(card(effects, kind, when))
    assert sentence.startswith(f"grum.toml:{line}: ")
    assert said in sentence


@pytest.mark.parametrize(("mark", "system"), [("gear", "gear"), ("wolf", "mood")])
def test_marks_belong_to_a_system(mark: str, system: str) -> None:
    text = changed(("count = 38\n", f'count = 38\nmarks = ["{mark}"]\n'))
    assert told(text) == f"grum.toml:11: the mark '{mark}' is for characters with system = '{system}'"
    with_own({"grum.toml": text.replace("[[card]]", f'system = "{system}"\n\n[[card]]', 1)})


# ---- tables and keys


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("count = 38", "count = 37", 1, "'grum' has 39 cards (39 own and 0 shared); there must be 40"),
        ("count = 38", "count = 39", 1, "'grum' has 41 cards (41 own and 0 shared); there must be 40"),
        ("count = 38", "count = 0", 10, "count: input should be greater than or equal to 1 (got 0)"),
        ("count = 38", 'count = "38"', 10, "count: input should be a valid integer (got '38')"),
        ("count = 38", "cuont = 38", 10, "unknown key 'cuont'; did you mean 'count'?"),
        ("count = 38", "count = 38\nmark = []", 11, "unknown key 'mark'; did you mean 'marks'?"),
        ('title = "Broom"', "", 6, "a card needs 'title'; it has: id, deck, title, count, type,"),
        ('title = "Broom"', 'title = "**Broom**"', 9, "title '**Broom**' is one line without any of * _"),
        ('id = "grum.broom"', 'id = "Broom"', 7, "id 'Broom' is not of the form 'deck.some_name'"),
        ('id = "grum.broom"', 'id = "gram.broom"', 7, "the id of this card begins with its deck: 'grum.…'"),
        ('id = "grum.broom"', 'id = "grum.two"', 16, "there is a card 'grum.two' already, in grum.toml"),
        ('deck = "grum"', 'deck = "garum"', 7, "the id of this card begins with its deck: 'garum.…'"),
        ('key = "grum"', 'key = "serena"', 2, "there is a character 'serena' already; choose another key"),
        ('key = "grum"', 'key = "shared"', 2, "'shared' is the name of another deck; choose another key"),
        ('key = "grum"', 'key = "Grum"', 2, "key 'Grum' is not of the form 'some_name'"),
        ('name = "Mother Grum"', "", 1, "a character needs 'name'; it has: key, name, about, system,"),
        ('about = "', 'system = "faiht"\nabout = "', 4, "unknown system 'faiht'; did you mean 'faith'?"),
        ('about = "', 'shared = ["shared.i_rise"]\nabout = "', 4, "no shared card 'shared.i_rise'; did you mean"),
        ('about = "', 'extra = "grum_gear"\nabout = "', 4, "an extra deck needs a system: 'gear', 'potion' or"),
        ("[character]", "[charakter]", 1, "unknown table 'charakter'; a file holds [character] and [[card]]"),
        ("[character]", "[character", 1, "this is no TOML: "),
        ('key = "grum"', "key = grum", 2, "this is no TOML: "),
        ('key = "grum"', f'key = "grum"\nmany = {"[" * 5_000}', 1, "this is no TOML that anyone would write"),
        ('key = "grum"', f'key = "grum"\nlong = {"7" * 5_000}', 1, "this is no TOML that anyone would write"),
    ],
)  # fmt: skip
def test_a_table_that_is_not_right(old: str, new: str, line: int, said: str) -> None:
    sentence = told(changed((old, new)))
    assert sentence.startswith(f"grum.toml:{line}: "), sentence
    assert said in sentence


def test_a_file_without_a_character() -> None:
    assert told(SMALL[SMALL.index("[[card]]") :]) == "grum.toml:1: a deck of your own needs a [character]"


def test_a_character_without_cards() -> None:
    alone = SMALL[: SMALL.index("[[card]]")]
    assert told(alone) == "grum.toml:1: 'grum' has no cards of deck = 'grum'"


def test_cards_that_are_not_tables_of_their_own() -> None:
    head = SMALL[: SMALL.index("[[card]]")]
    assert "headed by a line [[card]]" in told(f'card = [{{id = "grum.broom"}}]\n{head}')
    assert "headed by a line [[card]]" in told(f"card = 3\n{head}")


def test_a_character_that_is_no_table() -> None:
    assert "headed by a line [character]" in told("character = 3\n")


def test_a_card_is_gambling_or_cheating() -> None:
    text = card("control", when='"round.turn"').replace('"sometimes"', '["gambling", "cheating"]')
    assert told(text).startswith("grum.toml:11: a card is gambling or cheating")


def test_whatever_is_in_a_file_a_fault_has_a_line() -> None:
    for case in cases(60):
        lines = scribbled(luck_of("faults", case))
        fault = fault_of("\n".join(lines))
        if fault is not None:
            assert fault.file == "grum.toml"
            assert 1 <= fault.line <= len(lines) + 1, lines
            assert fault.sentence


def fault_of(text: str) -> DeckFault | None:
    """Return the fault of a file, None if it has none."""
    try:
        with_own({"grum.toml": text})
    except DeckFault as fault:
        return fault
    return None


def scribbled(luck: Chance) -> list[str]:
    """Return the lines of the small file with random damage."""
    lines = SMALL.splitlines()
    words = [*'[]"=,+-0 ', "fort", "or", "T", "card", "[[card]]", "grum", "true", "'", "; "]
    for _ in range(1 + luck.below(4)):
        at = luck.below(len(lines))
        line = lines[at]
        place = luck.below(len(line) + 1)
        match luck.below(4):
            case 0:
                lines[at] = line[:place] + luck.choice(words) + line[place:]
            case 1:
                lines[at] = line[:place] + line[place + 1 :]
            case 2:
                lines.insert(luck.below(len(lines)), line)
            case _ if len(lines) > 1:
                del lines[at]
    return lines


def test_a_deck_of_somebody_else_takes_no_cards() -> None:
    stray = (
        '\n[[card]]\nid = "{0}.x"\ndeck = "{0}"\ntitle = "X"\ncount = 1\ntype = "action"\nwhen = ["act"]\n'
    )
    stray += 'effects = "fort T -3"\n'
    assert told(SMALL + stray.format("serena")) == "grum.toml:26: the deck 'serena' is that of serena.toml"
    assert "no character plays with a deck 'grumm'; did you mean 'grum'?" in told(
        SMALL + stray.format("grumm")
    )
