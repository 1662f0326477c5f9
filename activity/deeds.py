"""The effect of each control of the page: the same commands of a table that the chat's buttons reach.

A control is refused by the table itself, with the same sentence as in the chat, if it isn't the sender's to use.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from activity.controls import MOST_LETTERS
from bot.app import App
from bot.face.table.company import IS_BACK, SITS_OUT
from bot.face.table.settings import changed
from bot.face.text.money_text import parting_text
from bot.language import _
from bot.members.names import visible_name
from bot.person import Person
from bot.tables.hosting.fitting import fitted
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db.store import Store
from games.registry import GAMES


class Deed(NamedTuple):
    """A control that was pressed: by whom, at which table, and the values that came with it."""

    app: App
    table: TableActor
    person: Person
    given: Mapping[str, Any]

    def text(self, name: str) -> str:
        """Return a value that is a text. Raises `UserError` for anything else."""
        value = self.given.get(name)
        if not isinstance(value, str):
            raise UserError("passed")
        return value

    def number(self, name: str) -> int:
        """Return a value that is a whole number. Raises `UserError` for anything else."""
        value = self.given.get(name)
        if type(value) is not int:
            raise UserError("passed")
        return value

    def user(self, name: str) -> int:
        """Return a value that is the number of a person, which is too long for a number of the page."""
        value = self.text(name)
        if not value.isdecimal() or len(value) > 20:
            raise UserError("passed")
        return int(value)

    def texts(self, name: str) -> list[str]:
        """Return a value that is a text, or several. Raises `UserError` for anything else."""
        value = self.given.get(name)
        values = value if isinstance(value, list) else [value]
        texts = [each for each in values if isinstance(each, str)]
        if len(texts) < len(values):
            raise UserError("passed")
        return texts


async def do(what: str, deed: Deed) -> str:
    """Do what a control says, and return the sentence for its presser, if there is one. Raises `UserError`."""
    effect = _effects.get(what)
    if effect is None:
        raise UserError("passed")
    return await effect(deed) or ""


_effects: dict[str, Callable[[Deed], Awaitable[str | None]]] = {}


def _on(
    what: str,
) -> Callable[[Callable[[Deed], Awaitable[str | None]]], Callable[[Deed], Awaitable[str | None]]]:
    def register(
        effect: Callable[[Deed], Awaitable[str | None]],
    ) -> Callable[[Deed], Awaitable[str | None]]:
        _effects[what] = effect
        return effect

    return register


# ---- seats


@_on("sit")
async def _sit(deed: Deed) -> str:
    seat = await deed.table.seating.sit(deed.person)
    words = _("You're in seat {n}.").format(n=seat.number + 1)
    if deed.table.is_waiting_to_join(seat):
        words += " " + _("You're in from the next game.")
    return words


@_on("rail")
async def _rail(deed: Deed) -> None:
    await deed.table.seating.join_rail(deed.person)


@_on("leave")
async def _leave(deed: Deed) -> str:
    paid = await deed.table.seating.leave(deed.person)
    return parting_text(paid, deed.table.state.settings.base)


@_on("hand_over")
async def _hand_over(deed: Deed) -> None:
    await deed.table.seating.hand_over(deed.person, True)


@_on("back")
async def _back(deed: Deed) -> str:
    await deed.table.seating.hand_over(deed.person, False)
    return _("You have your seat back.")


@_on("take")
async def _take(deed: Deed) -> None:
    await deed.table.seating.take_over(deed.person, deed.number("seat"))


@_on("sit_out")
async def _sit_out(deed: Deed) -> str:
    until_back = deed.text("until") == "back"
    await deed.table.seating.sit_out(deed.person, until_back=until_back)
    return _(SITS_OUT["until back" if until_back else "next"])


@_on("here")
async def _here(deed: Deed) -> str:
    # any press tells that its presser is there
    seat = deed.table.state.seat_of(deed.person.user_id)
    if seat is not None and not seat.sits_out:
        return ""
    await deed.table.seating.come_back(deed.person)
    return _(IS_BACK)


@_on("add_computer")
async def _add_computer(deed: Deed) -> None:
    await deed.table.seating.add_computer(deed.person)


@_on("remove_computer")
async def _remove_computer(deed: Deed) -> str:
    return _("{name} gets up.").format(name=await deed.table.seating.remove_computer(deed.person))


@_on("strength")
async def _strength(deed: Deed) -> None:
    await deed.table.seating.set_strength(deed.person, deed.number("seat"), deed.text("strength"))


# ---- the company


@_on("company")
async def _company(deed: Deed) -> str:
    hosting, user = deed.table.hosting, deed.user("user")
    match deed.text("deed"):
        case "kick":
            kicked = await hosting.kick(deed.person, user)
            return _("{name} has left the table.").format(name=visible_name(kicked.name))
        case "cohost":
            named = await hosting.set_cohost(deed.person, user)
            return _("They're a co-host now.") if named else _("They're a player like any other now.")
        case "host":
            seat = await hosting.transfer_host(deed.person, user)
            return _("{name} is the host now.").format(name=visible_name(seat.name))
    raise UserError("passed")


@_on("seats")
async def _seats(deed: Deed) -> str:
    if deed.text("to") == "anyone":
        await deed.table.hosting.open_to(deed.person, "anyone")
        return _("Anyone may sit down now.")
    await deed.table.hosting.open_to(deed.person, "invited")
    return _("Only members you let in may sit down now.")


@_on("invite")
async def _invite(deed: Deed) -> str:
    user = deed.user("user")
    if user == deed.person.user_id:
        raise UserError("invite_oneself")
    await deed.table.hosting.invite(deed.person, user, _("They"))
    return _("They may sit down now.")


@_on("word")
async def _word(deed: Deed) -> str:
    if deed.table.state.message_id is None:
        # nobody could have noted the fingerprint that the word must not choose
        raise UserError("not_published")
    word = " ".join(deed.text("word").split())[:MOST_LETTERS]
    await deed.table.lifecycle.add_word(deed.person, word)
    return _("Your word is in. It changes how the next hand is dealt.")


# ---- matches


@_on("start")
async def _start(deed: Deed) -> None:
    await deed.table.lifecycle.start(deed.person)


@_on("solo")
async def _solo(deed: Deed) -> None:
    await deed.table.start_with_computers(deed.person)


@_on("again")
async def _again(deed: Deed) -> None:
    await deed.table.lifecycle.again(deed.person)


@_on("propose")
async def _propose(deed: Deed) -> str:
    game = deed.text("game")
    await deed.table.hosting.propose(deed.person, game)
    return _("You've proposed {game}. The host decides.").format(game=_(GAMES[game].title))


@_on("play_next")
async def _play_next(deed: Deed) -> None:
    game = deed.text("game")
    if game not in deed.table.state.progress.proposals.values():
        raise UserError("passed")
    await _set_up(deed, {"game": game})
    await deed.table.lifecycle.again(deed.person)


@_on("not_next")
async def _not_next(deed: Deed) -> None:
    await deed.table.hosting.drop_proposals(deed.person)


@_on("close")
async def _close(deed: Deed) -> str:
    return await deed.table.lifecycle.close(deed.person)


@_on("setting")
async def _setting(deed: Deed) -> None:
    view = await deed.table.view_for(deed.person.user_id)
    try:
        change = changed(view, deed.text("name"), deed.texts("value"))
    except (ValueError, KeyError, IndexError) as wrong:
        raise UserError("passed") from wrong
    await _set_up(deed, change)


async def _set_up(deed: Deed, change: dict[str, Any]) -> None:
    """Change the game or the settings, if those of the place allow it."""
    parent = deed.app.parent_of(deed.table.state.channel_id)
    change = await fitted(deed.app.service(Store), deed.table.state, change, parent)
    await deed.table.lifecycle.set_up(deed.person, **change)
