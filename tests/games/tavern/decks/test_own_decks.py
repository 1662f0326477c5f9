"""docs/own-decks.md tells the truth: its example can be played, its tables are those of the program."""

from __future__ import annotations

import re

import pytest

from games.engine import BadOptions, Game, Header, Line, Match, Result, ResultRow, Seed, Table, Texts
from games.tavern.cards import copies
from games.tavern.decks.balance import COLUMNS, balance
from games.tavern.decks.builtin import BUILT_IN, with_own
from games.tavern.decks.effect_spec import PRIMITIVES, TRIGGER_MEANINGS, TRIGGERS_OF, Primitive
from games.tavern.options import Options as TavernOptions
from tests.helpers.games.tavern import GRUM, OWN_DECKS

TEXT = OWN_DECKS.read_text("utf-8")


def tables() -> dict[str, str]:
    """Return the text between the marks of the page, made from the program."""
    return {
        "types": table(
            ("Type", "Triggers"),
            [
                (f"`{kind}`", ", ".join(f"`{t}`" for t in triggers) or "not played: it comes up")
                for kind, triggers in TRIGGERS_OF.items()
            ],
        ),
        "triggers": table(
            ("Trigger", "The card may be played when"),
            [(f"`{key}`", means) for key, means in TRIGGER_MEANINGS.items()],
        ),
        "primitives": table(
            ("Write", "It means", "Goes with"),
            [
                (f"`{one.form}`", one.meaning, goes_with(one))
                for one in PRIMITIVES.values()
                if one.places != ("event",)
            ],
        ),
        "balance": table(
            ("Character", *COLUMNS),
            [
                (character.name, *(f"{n:.1f}" for n in deck.plus(extra)))
                for key, character in BUILT_IN.characters.items()
                for deck, extra in [balance(BUILT_IN, key)]
            ],
        ),
    }


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"|{'|'.join(line)}|" if "---" in line else f"| {' | '.join(line)} |" for line in lines)


def goes_with(one: Primitive) -> str:
    """The last column of the primitives."""
    if one.needs is not None:
        return f'`system = "{one.needs}"`'
    if "played" not in one.places:
        return {"gear": "Gear cards", "mood": "moods"}[one.places[0]]
    return ", ".join(f"`{trigger}`" for trigger in one.when) or "everything"


@pytest.mark.parametrize("name", ["types", "triggers", "primitives", "balance"])
def test_the_tables_of_the_page_are_those_of_the_program(name: str) -> None:
    there = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- /{name} -->", TEXT, re.DOTALL)
    assert there is not None
    assert there.group(1) == tables()[name], f"put this between the marks:\n{tables()[name]}"


def test_the_example_is_a_fifth_character() -> None:
    decks = with_own({"grum.toml": GRUM})
    assert decks.own == ("grum",)
    assert list(decks.characters) == ["serena", "wizgille", "phrenk", "kaylin", "grum"]
    assert len(copies(decks.characters["grum"].deck)) == 40
    assert {key: decks.cards[key] for key in BUILT_IN.cards} == BUILT_IN.cards
    assert decks.cards["grum.broom"].text == "Target loses 3 Fort."


def test_the_example_is_good_company() -> None:
    decks = with_own({"grum.toml": GRUM})
    worth, _ = balance(decks, "grum")
    four = [sum(part, 0.0) for key in BUILT_IN.characters for part in [balance(BUILT_IN, key)[0]]]
    assert min(four) * 0.9 < sum(worth) < max(four) * 1.1


# ---- in a match


async def strongest(table: Table, options: TavernOptions) -> Result:
    """A game that looks at the first card of the last character, and asks nobody anything about it."""
    last = list(options.decks.characters.values())[-1]
    card = options.decks.cards[last.deck[0][0]]
    rows = tuple(ResultRow(seat, 1, {}, Line(card.title, {})) for seat in table.ring)
    return Result(Line(f"{last.name}: {card.text}", {}), rows)


class Show(Game):
    """A game of one card."""

    key = "show"
    texts = Texts("Show", "A card is shown.")
    rulebook = "None"
    seats = (2, 2)
    complexity = "simple"
    minutes = 1
    money = "points"
    options = TavernOptions
    play = staticmethod(strongest)


SHOW = Show()


def header(**options: object) -> Header:
    """Two seats, with these options."""
    return Header("show", 1, options, (0, 1), Seed("a", 1))


def shown(head: Header) -> str:
    """Return the headline of the result."""
    result = Match(SHOW, head).result
    assert result is not None
    return result.headline.text


def test_a_match_has_its_cards_from_its_header() -> None:
    mine = header(own_decks={"grum.toml": GRUM})
    changed = header(own_decks={"grum.toml": GRUM.replace("fort T -3", "fort T -4")})
    assert shown(mine) == "Mother Grum: Target loses 3 Fort."
    assert shown(changed) == "Mother Grum: Target loses 4 Fort."
    assert shown(Header.from_json(mine.to_json())) == shown(mine)
    assert shown(header()).startswith("Kaylin the Renegade")


def test_a_deck_in_a_header_that_cannot_be_read_stops_the_match_with_file_and_line() -> None:
    line = GRUM.splitlines().index('effects = "fort T -3"') + 1
    broken = header(own_decks={"grum.toml": GRUM.replace("fort T -3", "frot T -3")})
    with pytest.raises(
        BadOptions, match=rf"^grum\.toml:{line}: unknown effect 'frot'; did you mean 'fort'\?"
    ):
        Match(SHOW, broken)
