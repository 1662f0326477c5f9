"""An evening in a language with an accent on every letter: a letter without one was not marked to be translated."""

from __future__ import annotations

import logging
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import language
from bot.language import PSEUDO, Catalogue
from playground import Playground
from tests.helpers.monkey import Monkey

SOAK = "DICENIGHT_SOAK" in os.environ
ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćďéƒǵĥíĵķĺḿńóṕɋŕśťúṽŵẋýźÁɃĆĎÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŹ",
)
KEPT = re.compile(r"<[^<>]*>|`[^`]*`|https?://\S+|/[a-z][a-z-]*(?: [a-z-]+(?::\S+)?)?")
"""What stays as it is in every language, beside values: mentions, code, addresses, commands."""


def accented(text: str) -> str:
    """Return a text with an accent on every letter that is said; the names of fields have none, nor marks in them."""
    made, depth, kept = "", 0, [range(*found.span()) for found in KEPT.finditer(text)]
    for at, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        made += letter if depth or any(at in span for span in kept) else letter.translate(ACCENTED)
    return made


class Pseudo(Catalogue):
    """The language."""

    language = PSEUDO

    def __init__(self) -> None:
        super().__init__()

    def gettext(self, message: str) -> str:
        return accented(message)

    def pgettext(self, context: str, message: str) -> str:
        return accented(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return accented(msgid1 if n == 1 else msgid2)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


NAMES = re.compile(
    r"\b(Ann|Bob|Cid|Dot|Eve|Dicenight|UTC|min|Old Marn|Widow Pell|Tam the Tinker|Missing \w+|Copper|DM|KB|SHA)\b"
)
"""What no language says in another way: names of people, of ours, of Discord's answers."""


def read_by_people(component: Any) -> Iterator[str]:
    """Yield every text of a message that people read."""
    if isinstance(component, list):
        for each in component:
            yield from read_by_people(each)
    elif isinstance(component, dict):
        for key in ("content", "label", "placeholder", "description", "title"):
            if isinstance(component.get(key), str):
                yield component[key]
        for key in ("components", "options", "accessory", "data"):
            yield from read_by_people(component.get(key))


def unmarked(playground: Playground) -> Counter[str]:
    """Return the words that were sent to Discord without an accent."""
    found = Counter[str]()
    for request in playground.requests:
        if request.route is not None and request.route.endswith("/commands"):
            continue  # their English names stay beside the others
        for text in read_by_people(request.json):
            bare = NAMES.sub(" ", KEPT.sub(" ", text))
            found.update(word for word in re.findall(r"[A-Za-z][A-Za-z' ]{2,}", bare))
    return found


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch, playground: Playground) -> None:
    monkeypatch.setattr(language, "catalogue", {PSEUDO: Pseudo()}.get)
    playground.guild.locale = PSEUDO


async def play(playground: Playground, path: Path, seed: str) -> None:
    async with Monkey(playground, path, seed) as monkey:
        for person in monkey.people:
            person.user.locale = PSEUDO
        await monkey.plays(200 if SOAK else 60)
        await monkey.evening.quiet()


@pytest.mark.slow
async def test_everything_works_in_another_language(
    playground: Playground, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await play(playground, tmp_path / "pseudo.db", "1")
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.skipif(not SOAK, reason="a long run")
@pytest.mark.parametrize("seed", ["1", "2", "3"])
async def test_no_letter_is_without_an_accent(playground: Playground, tmp_path: Path, seed: str) -> None:
    await play(playground, tmp_path / "pseudo.db", seed)
    assert unmarked(playground) == {}
