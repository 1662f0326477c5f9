"""The end-to-end tests in the language of accents: every request is looked at with them, and taken without.

Everybody and every place reads that language. A request is looked at as it comes, then its accents are taken off, so
that a test presses and reads the English that it was written for. Words that were said in another way than by their
catalogue differ from that English, and fail the test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from bot import language
from bot.language import PSEUDO
from playground import Playground
from playground.api import rest
from playground.members.person import Person
from playground.world.state import Guild, User
from tests.helpers.activity_pages import Page
from tests.helpers.pseudo import KEPT, READ, Pseudo, bare_words, unaccented


class Reading:
    """What was said to Discord without an accent. Names, and what members typed, are not the bot's."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._texts: set[str] = set()
        self._taken: set[str] = set()
        self._typed: set[str] = set()

    def take(self, body: Any) -> Any:
        """Look at a request's body, and return it in English."""
        match body:
            case dict():
                self._texts.update(
                    value
                    for key, value in body.items()
                    if key in READ
                    and isinstance(value, str)
                    # the words of a picture that stays are read from its message, where they have no accents
                    and not (key == "description" and value in self._taken)
                )
                return {key: self.take(value) for key, value in body.items()}
            case list():
                return [self.take(each) for each in body]
            case str():
                taken = unaccented(body)
                if taken != body:
                    self._taken.add(taken)
                return taken
        return body

    def hear(self, *typed: object) -> None:
        """Remember what a member typed."""
        self._typed.update(str(each) for each in typed if len(str(each)) > 1)

    def bare(self) -> dict[str, str]:
        """Return the words that have no accent, and should, each with its text."""
        world = self._playground.world
        people = (user.name for user in world.users.values())
        nicks = (member.nick for guild in world.guilds.values() for member in guild.members.values())
        guilds = (guild.name for guild in world.guilds.values())
        roles = (role.name for guild in world.guilds.values() for role in guild.roles.values())
        channels = (each.name for guild in world.guilds.values() for each in guild.channels.values())
        names = {*people, *nicks, *guilds, *roles, *channels, *self._typed} - {None, world.bot.name}
        longest = sorted(map(str, names), key=len, reverse=True)
        known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
        # commands first: a member who typed one of their words has not said all of them
        plain = ((text, KEPT.sub(" ", text).replace("\\", "").replace("\u200b", "")) for text in self._texts)
        return {word: text for text, words in plain for word in bare_words(known.sub(" ", words))}


def english(body: Any) -> Any:
    """Return a body without its accents."""
    match body:
        case dict():
            return {key: english(value) for key, value in body.items()}
        case list():
            return [english(each) for each in body]
    return unaccented(body) if isinstance(body, str) else body


def read_in_accents(playground: Playground, patch: pytest.MonkeyPatch) -> Reading:
    """Let everybody read the language of accents from now on."""
    reading = Reading(playground)
    patch.setattr(language, "catalogue", {PSEUDO: Pseudo()}.get)
    for user in playground.world.users.values():
        user.locale = PSEUDO
    for guild in playground.world.guilds.values():
        guild.locale = PSEUDO
    for kind in (User, Guild):
        patch.setattr(kind, "__init__", begun_in(PSEUDO, kind.__init__))
    read_body = rest.read_body

    async def read(request: Any) -> Any:
        body = await read_body(request)
        # the English names of commands stay beside the others, and those of emoji are for programs
        if not str(request.path).endswith(("/commands", "/emojis")):
            body.json = reading.take(body.json)
        return body

    take_frame, send_frame = Page.take, Page.send

    def take(self: Page, frame: Any) -> None:
        take_frame(self, english(frame))

    async def send(self: Page, frame: Any) -> None:
        reading.hear(*(each for each in frame.get("with", {}).values() if isinstance(each, str)))
        await send_frame(self, frame)

    patch.setattr(Page, "take", take)
    patch.setattr(Page, "send", send)
    patch.setattr(rest, "read_body", read)
    for verb in ("slash", "submit", "say", "start_thread", "complete", "autocomplete"):
        patch.setattr(Person, verb, _heard(getattr(Person, verb), reading))
    return reading


def begun_in(language: str, begin: Callable[..., None]) -> Callable[..., None]:
    """Return how a user or a server begins that is in this language; `begin` is how they all do."""

    def begin_in_it(self: User | Guild, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        self.locale = language

    return begin_in_it


def _heard(verb: Any, reading: Reading) -> Any:
    def act(self: Person, *args: Any, **typed: Any) -> Any:
        values = [each for each in (*args[1:], *typed.values()) if not hasattr(each, "id")]
        for each in values:
            reading.hear(*(each.values() if isinstance(each, dict) else [each]))
        return verb(self, *args, **typed)

    return act
