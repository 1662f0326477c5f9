"""A channel reads the language of its server, and a member their own: on a server with accents nobody's own has any."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import language
from bot.language import PSEUDO
from games.computer.characters import characters
from playground import Playground
from tests.helpers.monkey import CHANNELS, Monkey
from tests.helpers.pseudo import Pseudo, accented, bare_words, read_by_people
from tests.helpers.random_matches import SOAK

pytestmark = pytest.mark.in_english

COGS = Path(__file__).parents[2] / "cogs"
CARRIERS = {
    "cogs/live/live_message.py:_post",
    "cogs/live/table_messages.py:_publish",
    "cogs/live/reminders.py:say",
    "cogs/live/message_channels.py:post",
    "cogs/live/notice_sender.py:post",
    "cogs/table.py:open",
    "cogs/table.py:repost",
    "cogs/live/notice_sender.py:by_dm",
    "cogs/live/notice_sender.py:tell",
}
"""What carries finished words, which others have said; a `LiveMessage` is painted in its `language`."""
ENGLISH = {"cogs/host_control/cog.py:_say": "the host's own words"}
SPEAKS = {"speaking", "in_language_of_place", "in_language_of_readers", "in_language", "language_of"}
"""Each says everything within in a language of its own."""


def public_sends(function: ast.AST) -> Iterator[ast.AST]:
    """Yield what a function shows to a whole channel."""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="http"), attr="post" | "start_thread")):
                yield node
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="BotChannel")), attr="post")):
                yield node
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="sender" | "channel"), attr="post")):
                yield node
            case ast.Call(func=ast.Attribute(attr="send" | "post"), args=[ast.Name(id="words")]):
                yield node
            case ast.Call(func=ast.Name(id="Responder"), keywords=keywords) if "private" in {
                each.arg for each in keywords
            }:
                yield node
            case ast.Assign(targets=[ast.Attribute(attr="private")], value=ast.Constant(value=False)):
                yield node


def senders() -> dict[str, ast.AST]:
    """Return the functions of all features that show something to a whole channel, by file and name."""
    return {
        f"{path.relative_to(COGS.parent).as_posix()}:{node.name}": node
        for path in sorted(COGS.rglob("*.py"))
        if "requests" not in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.AsyncFunctionDef) and next(public_sends(node), None) is not None
    }


def test_whoever_writes_to_a_channel_speaks_its_language() -> None:
    found = senders()
    assert len(found) > 12
    silent = {
        name
        for name, function in found.items()
        if not SPEAKS
        & {
            getattr(call.func, "id", getattr(call.func, "attr", ""))
            for call in ast.walk(function)
            if isinstance(call, ast.Call)
        }
    }
    assert silent - CARRIERS - ENGLISH.keys() == set()


@pytest.fixture
def two_languages(monkeypatch: pytest.MonkeyPatch, playground: Playground) -> None:
    monkeypatch.setattr(language, "catalogue", {PSEUDO: Pseudo()}.get)
    playground.guild.locale = PSEUDO


COMPUTERS = re.compile("|".join(re.escape(each.name) for each in characters()))
ACCENTS = frozenset(accented("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def wrong_words(playground: Playground) -> Iterator[str]:
    """Yield what is read in the wrong language now, where it stands."""
    for name in CHANNELS:
        for message in playground.guild.channel(name).messages:
            if message.author.id != playground.world.bot.id:
                continue
            for words in read_by_people({"content": message.content, "components": message.components}):
                in_accents = len(ACCENTS.intersection(words))
                if message.viewer is None and not in_accents and bare_words(COMPUTERS.sub("", words)):
                    yield f"a channel reads {words!r}"
                elif message.viewer is not None and in_accents > 3:
                    yield f"{message.viewer.name} reads {words!r}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "3"] if SOAK > 1 else ["1"])
async def test_a_channel_reads_its_servers_language_and_members_their_own(
    playground: Playground, two_languages: None, tmp_path: Path, seed: str
) -> None:
    wrong: set[str] = set()
    async with Monkey(playground, tmp_path / "two.db", seed) as monkey:
        for _step in range(200 if SOAK > 1 else 50):
            await monkey.plays(1)
            wrong |= set(wrong_words(playground))
        await monkey.evening.quiet()
    assert wrong | set(wrong_words(playground)) == set()
