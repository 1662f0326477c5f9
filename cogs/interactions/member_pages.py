"""The pages that tell of a member: what other features add to them.

A page belongs to one feature, which asks all that have something to say. A feature adds its own in its `setup` and
takes it out in its `teardown`:

    member_pages(bot).profile.append(self.deeds)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.app import App
from cogs.ui.components import Json


class Section(NamedTuple):
    """Words about a member under a heading, and perhaps a button that leads to more; without words only the button."""

    heading: str
    words: str
    button: Json | None = None


class Subject(NamedTuple):
    """The member whom a page is about: their purse account, and their id at Discord."""

    account: int
    user_id: int


Source = Callable[[Subject], Awaitable[Sequence[Section]]]
"""Returns what a feature has to say about a member."""


class Feat(NamedTuple):
    """Something that a member has done in a match, told as `name: words`."""

    match: int
    words: str


FeatSource = Callable[[int, Collection[int]], Awaitable[Sequence[Feat]]]
"""Returns what a member, by purse account, has done in some matches."""


@dataclass(frozen=True, slots=True)
class MemberPages:
    """The sources of each page, in the order in which they were added."""

    profile: list[Source] = field(default_factory=list)
    sheet: list[Source] = field(default_factory=list)
    purse: list[Source] = field(default_factory=list)
    evening: list[FeatSource] = field(default_factory=list)


async def sections(sources: Sequence[Source], subject: Subject) -> list[Section]:
    """Return all that the sources of a page say about a member."""
    return [section for source in sources for section in await source(subject)]


def member_pages(bot: App) -> MemberPages:
    """Return the pages of this bot, made now if nobody has asked before."""
    pages = bot.find_service(MemberPages)
    if pages is None:
        pages = MemberPages()
        bot.provide(pages)
    return pages
