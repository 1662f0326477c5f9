"""The pages about a member, such as their profile, and the sections that features add to them.

A page belongs to one feature, which asks all sources of the page. A feature adds its source in its `setup` and
removes it in its `teardown`:

    member_pages(bot).profile.append(self.deeds)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.app import App
from cogs.ui.components import Json


class Badge(NamedTuple):
    """A small drawing with a title below it, of something that a member has earned, or may earn next."""

    sign: str
    title: str
    earned: bool = True


class Section(NamedTuple):
    """Text about a member under a heading, with an optional button that leads to more; without text only the button.

    A drawn page shows its badges, if it has any.
    """

    heading: str
    words: str
    button: Json | None = None
    badges: tuple[Badge, ...] = ()


class Subject(NamedTuple):
    """The member that a page is about: their purse account and their Discord id."""

    account: int
    user_id: int


Source = Callable[[Subject], Awaitable[Sequence[Section]]]
"""Returns a feature's section about a member."""


class Feat(NamedTuple):
    """Something that a member did in a match, shown as `name: words`."""

    match: int
    words: str


FeatSource = Callable[[int, Collection[int]], Awaitable[Sequence[Feat]]]
"""Returns the feats of a member, given by purse account, in some matches."""


NextSource = Callable[[int], Awaitable[str]]
"""Returns a line about what a channel, given by its Discord id, has planned already; empty if nothing is."""


@dataclass(frozen=True, slots=True)
class MemberPages:
    """The sources of each page, in the order in which they were added."""

    profile: list[Source] = field(default_factory=list)
    sheet: list[Source] = field(default_factory=list)
    purse: list[Source] = field(default_factory=list)
    evening: list[FeatSource] = field(default_factory=list)
    after_evening: list[NextSource] = field(default_factory=list)


async def sections(sources: Sequence[Source], subject: Subject) -> list[Section]:
    """Return the sections about a member from all sources of a page."""
    return [section for source in sources for section in await source(subject)]


def member_pages(bot: App) -> MemberPages:
    """Return the pages of this bot, made on first use."""
    pages = bot.find_service(MemberPages)
    if pages is None:
        pages = MemberPages()
        bot.provide(pages)
    return pages
