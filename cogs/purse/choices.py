"""Amounts that are offered while `/purse exchange` is being typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from discord import app_commands

from bot.face.text.money_text import spelled
from bot.language import _, ngettext
from games.engine import money as gems
from games.engine.errors import BadAmount

MOST = 25
"""The most choices that Discord takes."""
MANY = 30
"""More dice than this are no offer that anyone wants."""


def to_give(held: Mapping[str, int], typed: str) -> list[app_commands.Choice[str]]:
    """Return what a member may give: one of each size they hold, all of it, and their loose pieces."""
    offers = list[tuple[str, Mapping[str, int]]]()
    for size in gems.DOWN:
        count = held.get(size, 0)
        if count:
            one = _("{gembone}, of your {n}").format(gembone=spelled({size: 1}), n=count)
            offers.append((one, {size: 1}))
        if count > 1:
            every = ngettext("all your {n} {size}", "all your {n} {size}s", count)
            offers.append((every.format(n=count, size=size), {size: count}))
    pieces = held.get(gems.PIECE, 0)
    if pieces:
        loose = _("your {amount}").format(amount=spelled({gems.PIECE: pieces}))
        offers.append((loose, {gems.PIECE: pieces}))
    return _choices(offers, typed)


def to_get(give: str, base: str, typed: str) -> list[app_commands.Choice[str]]:
    """Return what has the same worth as the amount that is given; nothing while that can't be read."""
    try:
        amount = gems.parse_amount(give, base)
    except BadAmount:
        return _choices([], typed)
    made = (holding for holding in _of_worth(gems.worth(amount.holding)) if holding != amount.holding)
    return _choices(((spelled(holding), holding) for holding in made), typed)


def _of_worth(worth: int) -> Iterator[dict[str, int]]:
    """Yield ways to make up a worth: each size as often as it goes, with the rest in the fewest gembones."""
    for size in gems.DOWN:
        count, rest = divmod(worth, gems.SIZES[size])
        if 0 < count <= MANY:
            made = gems.make_up(rest)
            yield {size: count + made.pop(size, 0), **made}
    if worth:
        yield {gems.PIECE: worth}


def _choices(offers: Iterable[tuple[str, Mapping[str, int]]], typed: str) -> list[app_commands.Choice[str]]:
    """Return offers that hold what was typed, and first of all that itself."""
    wanted = typed.casefold().strip()
    own = [app_commands.Choice(name=typed.strip()[:100], value=typed.strip()[:100])] if wanted else []
    named = {gems.amount_text(holding): words for words, holding in offers}
    found = [
        app_commands.Choice(name=words[:100], value=value)
        for value, words in named.items()
        if wanted in words.casefold() or wanted in value
    ]
    return [*own, *(choice for choice in found if choice.value != typed.strip())][:MOST]
