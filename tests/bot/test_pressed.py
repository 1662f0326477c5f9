"""Presses are read by themselves: what the bot asks of them is what discord.py would have read."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pressed import Pressed, is_on_private, pressed_message, read_presses

NAMES = st.text("abc é", min_size=1, max_size=6)
IDS = st.integers(1, 2**63).map(str)


def state() -> Any:
    """The state of a client that knows itself and no server."""
    found: Any = discord.Client(intents=discord.Intents(guilds=True))._connection
    itself: Any = {"id": "1", "username": "Dealer", "discriminator": "0", "avatar": None}
    found.user = discord.ClientUser(state=found, data=itself)
    return found


def read_press(event: Any) -> Pressed:
    """Read a press."""
    return Pressed(data=event, state=state())


@st.composite
def users(draw: st.DrawFn) -> dict[str, Any]:
    """Users as Discord describes them."""
    user: dict[str, Any] = {"id": draw(IDS), "username": draw(NAMES), "discriminator": "0", "avatar": None}
    return user | draw(st.fixed_dictionaries({}, optional={"global_name": st.none() | NAMES}))


@st.composite
def presses(draw: st.DrawFn) -> dict[str, Any]:
    """Presses as Discord sends them: in a server or a conversation."""
    event: dict[str, Any] = {
        "id": draw(IDS),
        "type": 3,
        "version": 1,
        "token": draw(NAMES),
        "application_id": draw(IDS),
        "data": {
            "custom_id": draw(NAMES),
            "component_type": 2,
            **draw(st.sampled_from([{}, {"values": ["1"]}])),
        },
        "channel_id": draw(IDS),
        "app_permissions": "8",
    }
    if draw(st.booleans()):
        member: dict[str, Any] = {
            "user": draw(users()),
            "roles": draw(st.lists(IDS, max_size=3)),
            "permissions": str(draw(st.integers(0, 2**50))),
            "flags": 0,
            "joined_at": "2020-01-01T00:00:00+00:00",
        }
        member |= draw(st.fixed_dictionaries({}, optional={"nick": st.none() | NAMES}))
        return event | {"guild_id": draw(IDS), "member": member}
    return event | {"user": draw(users())}


@given(presses())
def test_a_press_says_what_the_library_reads(event: dict[str, Any]) -> None:
    pressed = read_press(event)
    usual: Any = {"attachment_size_limit": 1, "channel": {"id": event["channel_id"], "type": 99}, **event}
    read = discord.Interaction[Any](data=usual, state=state())
    assert (pressed.id, pressed.type, pressed.token) == (read.id, read.type, read.token)
    assert (pressed.application_id, pressed.guild_id) == (read.application_id, read.guild_id)
    assert (pressed.data, pressed.channel_id) == (read.data, int(event["channel_id"]))
    person = pressed.person
    assert (person.user_id, person.name) == (read.user.id, read.user.display_name)
    assert person.admin == read.permissions.manage_guild
    if "member" in event:
        assert person.roles == {int(event["guild_id"]), *map(int, event["member"]["roles"])}


@given(presses())
def test_whatever_else_is_asked_the_library_reads_then(event: dict[str, Any]) -> None:
    pressed = read_press(event)
    assert pressed.user.id == pressed.person.user_id
    assert pressed.user.display_name == pressed.person.name
    assert pressed.permissions.manage_guild == pressed.person.admin
    assert pressed.app_permissions.administrator
    assert pressed.message is None
    assert not pressed.response.is_done()
    with pytest.raises(AttributeError):
        _ = pressed.no_such_thing  # type: ignore[attr-defined]


PRESS: dict[str, Any] = {
    "id": "1",
    "type": 3,
    "version": 1,
    "token": "t",
    "application_id": "2",
    "data": {"custom_id": "a"},
    "user": {"id": "3", "username": "Ann"},
}


@pytest.mark.parametrize("flags", [0, 64])
def test_the_message_that_was_pressed_is_at_hand(flags: int) -> None:
    message = {"id": "9", "channel_id": "8", "flags": flags, "components": [{"type": 1, "components": []}]}
    pressed = read_press(PRESS | {"message": message})
    found = pressed_message(pressed)
    assert found is not None
    assert (found.id, found.components) == (9, ({"type": 1, "components": []},))
    assert is_on_private(pressed) == bool(flags)
    assert pressed.channel_id == 8, "also where the event does not name it apart"


@pytest.mark.parametrize("key", ["id", "token", "application_id", "data", "user"])
@pytest.mark.parametrize("value", [None, [], "no number"])
def test_an_event_without_what_every_press_has_is_no_press(key: str, value: Any) -> None:
    if (key, value) == ("token", "no number"):
        return
    with pytest.raises(ValueError, match=r"press|Expected|Invalid"):
        read_press(PRESS | {key: value})


def test_other_interactions_are_left_to_the_library() -> None:
    client = discord.Client(intents=discord.Intents(guilds=True))
    pressed: list[Any] = []
    parsed: list[Any] = []
    parsers: dict[str, Any] = client._connection.parsers
    parsers["INTERACTION_CREATE"] = parsed.append
    client.dispatch = lambda *event: pressed.append(event)  # type: ignore[method-assign]
    read_presses(client)
    parsers["INTERACTION_CREATE"](PRESS)
    parsers["INTERACTION_CREATE"]({"id": "4", "type": 2, "channel_id": "5"})
    assert [(name, each.id) for name, each in pressed] == [("interaction", 1)]
    assert [(each["id"], each["channel"]["id"]) for each in parsed] == [("4", "5")]
