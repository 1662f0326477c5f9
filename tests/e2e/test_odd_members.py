"""Members whose accounts or names are odd, as Discord may describe them: they play, and nothing of a name gets out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.conftest import Evening
from tests.helpers.clicking import play_out, with_panels

pytestmark = pytest.mark.in_english

GAME = "rogues_and_warriors"

Fields = dict[str, Any]
GONE = object()
"""In place of a field that is left out."""

NO_NAMES = {"nick": None, "global_name": None}
ODD: dict[str, Fields] = {
    "no display name": NO_NAMES,
    "no field for a display name": {"nick": GONE, "global_name": GONE},
    "no avatar": {"avatar": None},
    "an empty avatar": {"avatar": ""},
    "an old account": {"discriminator": "0001"},
    "an account without a number": {"discriminator": "0"},
    "deleted": {**NO_NAMES, "username": "deleted_user_0a1b2c", "avatar": None, "discriminator": "0000"},
    "many roles": {"roles": [str(number) for number in range(1, 251)]},
    "fields from the future": {"collectibles": {"nameplate": None}, "primary_guild": {}, "flags": 1 << 60},
    "32 emoji": {"global_name": "🎲" * 32},
    "one emoji of many letters": {"global_name": "👩‍👩‍👧‍👦" * 4},
    "from right to left": {"global_name": "\u202eevil\u2066 \u05d0\u05d1"},
    "piled marks": {"global_name": "Z" + "\u0336\u0321\u0489" * 10},
    "nothing to see": {"global_name": "\u3164\u200b\u2800"},
    "a link": {"global_name": "[x](https://e.example)"},
    "lines": {"global_name": "# a\n- b\n> c"},
}
"""Bob by what is odd about him: fields of his user, or of him as a member of the server."""
UNSEEN = {"\u202e", "\u2066", "\u3164", "\u200b", "\u2800"}


def changed(payload: Any, user_id: str, fields: Fields) -> Any:
    """Return an event in which a user, and the member that they are, have these fields wherever they stand."""
    if isinstance(payload, list):
        return [changed(each, user_id, fields) for each in payload]
    if not isinstance(payload, dict):
        return payload
    found = {key: changed(value, user_id, fields) for key, value in payload.items()}
    is_user = found.get("id") == user_id and "username" in found
    is_member = (
        isinstance(found.get("user"), dict) and found["user"].get("id") == user_id and "roles" in found
    )
    for name, value in fields.items() if is_user or is_member else ():
        if (name in ("nick", "roles")) == is_member or name == "avatar":
            found.pop(name, None)
            if value is not GONE:
                found[name] = value
    return found


def describe(evening: Evening, person: Any, fields: Fields, patch: pytest.MonkeyPatch) -> None:
    """Let Discord describe a member like this from now on."""
    parsers = evening.bot._connection.parsers
    parse: Callable[[Any], None] = parsers["INTERACTION_CREATE"]
    patch.setitem(parsers, "INTERACTION_CREATE", lambda data: parse(changed(data, str(person.id), fields)))


@pytest.mark.parametrize("odd", ODD)
async def test_an_odd_member_plays_like_any_other(
    evening: Evening, bob: Any, odd: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    describe(evening, bob, ODD[odd], monkeypatch)
    players = await with_panels(evening, GAME)
    board = players[0].board.text
    assert not UNSEEN & {*board}
    assert "https://e.example" not in board
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
    for command in ("my profile", "purse show", "my matches", "leaderboard"):
        reply = await bob.slash(players[0].channel, command)
        assert "went wrong" not in reply.text
        assert not UNSEEN & {*reply.text}
    seen = await players[0].person.slash(players[0].channel, "my profile", member=bob)
    assert "went wrong" not in seen.text
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("kind", ["bot", "system"])
async def test_who_is_no_person_is_given_nothing(
    evening: Evening, tavern: Any, ann: Any, bob: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot or Discord's own account, which only a command can name."""
    describe(evening, bob, {kind: True}, monkeypatch)
    await ann.slash(tavern, "table open", game=GAME)
    for command in ("purse give", "house grant"):
        reply = await ann.slash(tavern, command, member=bob, amount="1g4")
        assert "Bots have no purse" in reply.text
    for command in ("table kick", "table host"):
        assert "aren't at this table" in (await ann.slash(tavern, command, member=bob)).text
    assert "hasn't finished a game here yet" in (await ann.slash(tavern, "my profile", member=bob)).text
    tipped = await ann.slash(tavern, "purse tip", amount="1g4", member=bob)
    assert bob.user.name not in tipped.text, "it is the house that is tipped"
    member = await evening.store.find_member(evening.playground.guild.id, bob.id)
    assert member is None or await evening.store.owned(member) == {}
