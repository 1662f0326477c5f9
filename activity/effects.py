"""The effect of each control of the page: the same commands of a table that the chat's buttons reach.

A control is refused by the table itself, with the same sentence as in the chat, if it isn't the sender's to use.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

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


class ControlPress(NamedTuple):
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


async def do(what: str, press: ControlPress) -> str:
    """Do what a control says, and return the sentence for its presser, if there is one. Raises `UserError`."""
    effect = _effects.get(what)
    if effect is None:
        raise UserError("passed")
    return await effect(press) or ""


_effects: dict[str, Callable[[ControlPress], Awaitable[str | None]]] = {}


def _on(
    what: str,
) -> Callable[
    [Callable[[ControlPress], Awaitable[str | None]]], Callable[[ControlPress], Awaitable[str | None]]
]:
    def register(
        effect: Callable[[ControlPress], Awaitable[str | None]],
    ) -> Callable[[ControlPress], Awaitable[str | None]]:
        _effects[what] = effect
        return effect

    return register


# ---- seats


@_on("sit")
async def _sit(press: ControlPress) -> str:
    seat = await press.table.seating.sit(press.person)
    words = _("You're in seat {n}.").format(n=seat.number + 1)
    if press.table.is_waiting_to_join(seat):
        words += " " + _("You're in from the next game.")
    return words


@_on("rail")
async def _rail(press: ControlPress) -> None:
    await press.table.seating.join_rail(press.person)


@_on("leave")
async def _leave(press: ControlPress) -> str:
    paid = await press.table.seating.leave(press.person)
    return parting_text(paid, press.table.state.settings.base)


@_on("hand_over")
async def _hand_over(press: ControlPress) -> None:
    await press.table.seating.hand_over(press.person, True)


@_on("back")
async def _back(press: ControlPress) -> str:
    await press.table.seating.hand_over(press.person, False)
    return _("You have your seat back.")


@_on("take")
async def _take(press: ControlPress) -> None:
    await press.table.seating.take_over(press.person, press.number("seat"))


@_on("sit_out")
async def _sit_out(press: ControlPress) -> str:
    until_back = press.text("until") == "back"
    await press.table.seating.sit_out(press.person, until_back=until_back)
    return _(SITS_OUT["until back" if until_back else "next"])


@_on("here")
async def _here(press: ControlPress) -> str:
    # any press tells that its presser is there
    seat = press.table.state.seat_of(press.person.user_id)
    if seat is not None and not seat.sits_out:
        return ""
    await press.table.seating.come_back(press.person)
    return _(IS_BACK)


@_on("add_computer")
async def _add_computer(press: ControlPress) -> None:
    await press.table.seating.add_computer(press.person)


@_on("remove_computer")
async def _remove_computer(press: ControlPress) -> str:
    return _("{name} gets up.").format(name=await press.table.seating.remove_computer(press.person))


@_on("strength")
async def _strength(press: ControlPress) -> None:
    await press.table.seating.set_strength(press.person, press.number("seat"), press.text("strength"))


# ---- the company


@_on("company")
async def _company(press: ControlPress) -> str:
    hosting, user = press.table.hosting, press.user("user")
    match press.text("deed"):
        case "kick":
            kicked = await hosting.kick(press.person, user)
            return _("{name} has left the table.").format(name=visible_name(kicked))
        case "cohost":
            named = await hosting.set_cohost(press.person, user)
            return _("They're a co-host now.") if named else _("They're a player like any other now.")
        case "host":
            seat = await hosting.transfer_host(press.person, user)
            return _("{name} is the host now.").format(name=visible_name(seat.name))
    raise UserError("passed")


@_on("seats")
async def _seats(press: ControlPress) -> str:
    if press.text("to") == "anyone":
        await press.table.hosting.open_to(press.person, "anyone")
        return _("Anyone may sit down now.")
    await press.table.hosting.open_to(press.person, "invited")
    return _("Only members you let in may sit down now.")


@_on("invite")
async def _invite(press: ControlPress) -> str:
    user = press.user("user")
    if user == press.person.user_id:
        raise UserError("invite_oneself")
    await press.table.hosting.invite(press.person, user, _("They"))
    return _("They may sit down now.")


@_on("word")
async def _word(press: ControlPress) -> str:
    if press.table.state.message_id is None:
        # nobody could have noted the fingerprint that the word must not choose
        raise UserError("not_published")
    await press.table.lifecycle.add_word(press.person, press.text("word"))
    return _("Your word is in. It changes how the next hand is dealt.")


# ---- matches


@_on("start")
async def _start(press: ControlPress) -> None:
    await press.table.lifecycle.start(press.person)


@_on("solo")
async def _solo(press: ControlPress) -> None:
    await press.table.start_with_computers(press.person)


@_on("again")
async def _again(press: ControlPress) -> None:
    await press.table.lifecycle.again(press.person)


@_on("propose")
async def _propose(press: ControlPress) -> str:
    game = press.text("game")
    await press.table.hosting.propose(press.person, game)
    return _("You've proposed {game}. The host decides.").format(game=_(GAMES[game].title))


@_on("play_next")
async def _play_next(press: ControlPress) -> None:
    game = press.text("game")
    if game not in press.table.state.progress.proposals.values():
        raise UserError("passed")
    await _set_up(press, {"game": game})
    await press.table.lifecycle.again(press.person)


@_on("not_next")
async def _not_next(press: ControlPress) -> None:
    await press.table.hosting.drop_proposals(press.person)


@_on("close")
async def _close(press: ControlPress) -> str:
    return await press.table.lifecycle.close(press.person)


@_on("setting")
async def _setting(press: ControlPress) -> None:
    view = await press.table.view_for(press.person.user_id)
    try:
        change = changed(view, press.text("name"), press.texts("value"))
    except (ValueError, KeyError, IndexError) as wrong:
        raise UserError("passed") from wrong
    await _set_up(press, change)


async def _set_up(press: ControlPress, change: dict[str, Any]) -> None:
    """Change the game or the settings, if those of the place allow it."""
    parent = press.app.parent_of(press.table.state.channel_id)
    change = await fitted(press.app.service(Store), press.table.state, change, parent)
    await press.table.lifecycle.set_up(press.person, **change)
