"""Tokens: what they reach, for how long, and what is said when none is left."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.live.message_channels import TOKEN_LIFE, TokenChannel
from cogs.requests import http
from tests.e2e.conftest import HandClock

WORDS = {"content": "the table"}


class Desk:
    """A channel of tokens, with the requests that it would send."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = HandClock()
        self.expired = 0
        self.sent: list[tuple[str, http.Handle]] = []
        self.refusal: discord.HTTPException | None = None
        client: Any = SimpleNamespace(application_id=1)
        self.channel = TokenChannel(client, self.clock, self._expire)
        monkeypatch.setattr(http, "follow_up", self._follow_up)
        monkeypatch.setattr(http, "edit_by_token", self._edit)
        monkeypatch.setattr(http, "delete_by_token", self._delete)

    def _expire(self) -> None:
        self.expired += 1

    def refuse(self, code: int) -> None:
        """Let Discord refuse every request with this code."""
        response: Any = SimpleNamespace(status=400, reason="")
        self.refusal = discord.HTTPException(response, {"code": code, "message": ""})

    def _note(self, what: str, handle: http.Handle) -> http.SentMessage:
        if self.refusal is not None:
            raise self.refusal
        self.sent.append((what, handle))
        return http.SentMessage(900 + len(self.sent), {})

    async def _follow_up(self, client: Any, application: int, token: str, *more: Any) -> http.SentMessage:
        return self._note("post", http.Handle(token))

    async def _edit(self, client: Any, application: int, handle: http.Handle, *more: Any) -> http.SentMessage:
        return self._note("edit", handle)

    async def _delete(self, client: Any, application: int, handle: http.Handle) -> None:
        self._note("delete", handle)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


async def test_nothing_is_reached_without_a_token(desk: Desk) -> None:
    assert not desk.channel.reaches(None)
    assert not desk.channel.reaches(5)
    for attempt in (desk.channel.post(WORDS), desk.channel.edit(5, WORDS), desk.channel.delete(5)):
        with pytest.raises(http.OutOfReach):
            await attempt
    assert desk.sent == []


async def test_a_press_reaches_what_was_pressed_and_posts_more(desk: Desk) -> None:
    desk.channel.take("token", 5)
    await desk.channel.edit(5, WORDS)
    posted = await desk.channel.post(WORDS)
    await desk.channel.edit(posted.id, WORDS)
    await desk.channel.delete(5)
    own, further = http.Handle("token"), http.Handle("token", str(posted.id))
    assert desk.sent == [("edit", own), ("post", own), ("edit", further), ("delete", own)]
    assert not desk.channel.reaches(5)


async def test_a_token_lives_for_a_while_and_a_later_one_takes_its_place(desk: Desk) -> None:
    desk.channel.take("first", 5)
    desk.clock.advance(TOKEN_LIFE - 1)
    assert desk.channel.reaches(5)
    desk.channel.take("second", 5)
    desk.clock.advance(2)
    assert desk.expired == 1
    await desk.channel.edit(5, WORDS)
    assert desk.sent == [("edit", http.Handle("second"))]
    desk.clock.advance(TOKEN_LIFE)
    assert not desk.channel.reaches(5)
    assert not desk.channel.reaches(None)


@pytest.mark.parametrize("code", [http.INVALID_TOKEN, http.UNKNOWN_WEBHOOK])
async def test_a_token_that_discord_calls_dead_is_dropped(desk: Desk, code: int) -> None:
    desk.channel.take("token", 5)
    desk.refuse(code)
    with pytest.raises(http.OutOfReach):
        await desk.channel.edit(5, WORDS)
    assert not desk.channel.reaches(5)


async def test_an_interaction_without_follow_ups_left_posts_no_more(desk: Desk) -> None:
    desk.channel.take("token", 5)
    desk.refuse(http.NO_MORE_FOLLOW_UPS)
    with pytest.raises(http.OutOfReach):
        await desk.channel.post(WORDS)
    assert not desk.channel.reaches(None)
    assert desk.channel.reaches(5), "what is there can still be repainted"


async def test_other_refusals_are_told(desk: Desk) -> None:
    desk.channel.take("token", 5)
    desk.refuse(http.UNKNOWN_MESSAGE)
    for attempt in (desk.channel.post(WORDS), desk.channel.edit(5, WORDS)):
        with pytest.raises(discord.HTTPException):
            await attempt
    assert desk.channel.reaches(5)
