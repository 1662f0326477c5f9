"""Files on edits: only what a request lists by id stays and can be referred to, as at Discord."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground import Playground
from tests.helpers.raw_client import Raw, raw_client

V2 = 1 << 15
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://table.png"}}]}
WORDS = {"type": 10, "content": "No picture"}
NEW = {"id": "0", "filename": "table.png"}


def form(fields: dict[str, Any], content: bytes = b"first") -> aiohttp.FormData:
    """A request with one file."""
    made = aiohttp.FormData()
    made.add_field("payload_json", json.dumps(fields), content_type="application/json")
    made.add_field("files[0]", content, filename="table.png", content_type="image/png")
    return made


@pytest.fixture
async def raw(playground: Playground) -> AsyncIterator[Raw]:
    async with raw_client(playground) as client:
        yield client


@pytest.fixture
async def pictured(playground: Playground, raw: Raw) -> Any:
    """A message that shows its one file."""
    path = f"/channels/{playground.guild.channel('tavern').id}/messages"
    answer = await raw.ask(
        "POST", path, data=form({"flags": V2, "components": [PICTURE], "attachments": [NEW]})
    )
    assert answer.status == 200
    return playground.guild.channel("tavern").messages[-1]


def path_of(message: Any) -> str:
    """The path of a message."""
    return f"/channels/{message.channel.id}/messages/{message.id}"


async def test_the_answer_names_the_file_where_it_is_shown(raw: Raw, pictured: Any) -> None:
    answer = await raw.ask("GET", path_of(pictured))
    assert answer.body["attachments"] == [], "a file that a component shows is not the message's own"
    [item] = answer.body["components"][0]["items"]
    assert item["media"]["attachment_id"] == str(pictured.attachments[0].id)


async def test_a_reference_to_a_file_that_is_not_listed_is_refused(raw: Raw, pictured: Any) -> None:
    before = pictured.attachments
    answer = await raw.ask("PATCH", path_of(pictured), {"components": [PICTURE]})
    assert answer.refusal == (400, 50035)
    assert "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND" in json.dumps(answer.body)
    assert pictured.attachments == before


async def test_a_listed_file_stays(raw: Raw, pictured: Any) -> None:
    [file] = pictured.attachments
    listed = {"id": str(file.id), "filename": "table.png", "description": "A city"}
    answer = await raw.ask("PATCH", path_of(pictured), {"components": [PICTURE], "attachments": [listed]})
    assert answer.status == 200
    [kept] = pictured.attachments
    assert (kept.id, kept.content, kept.description) == (file.id, b"first", "A city")


async def test_a_new_file_takes_the_place_of_one_that_is_not_listed(raw: Raw, pictured: Any) -> None:
    answer = await raw.ask("PATCH", path_of(pictured), data=form({"components": [PICTURE]}, b"second"))
    assert answer.status == 200
    assert [each.content for each in pictured.attachments] == [b"second"]


async def test_a_file_that_nothing_shows_any_more_is_gone(raw: Raw, pictured: Any) -> None:
    assert (await raw.ask("PATCH", path_of(pictured), {"components": [WORDS]})).status == 200
    assert pictured.attachments == []


async def test_an_edit_of_something_else_keeps_the_file(raw: Raw, pictured: Any) -> None:
    assert (await raw.ask("PATCH", path_of(pictured), {"allowed_mentions": {"parse": []}})).status == 200
    assert [each.content for each in pictured.attachments] == [b"first"]


async def test_the_answer_to_a_press_takes_unlisted_files_away(playground: Playground, raw: Raw) -> None:
    tavern = playground.guild.channel("tavern")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    sent = form({"content": "x", "components": [row], "attachments": [NEW]})
    posted = await raw.ask("POST", f"/channels/{tavern.id}/messages", data=sent)
    assert [each["filename"] for each in posted.body["attachments"]] == ["table.png"]
    message = tavern.messages[-1]
    pressed = await playground.member("Ann").press(message, "Go", wait=False)
    answer = {"type": 7, "data": {"content": "y"}}
    answered = await raw.ask("POST", f"/interactions/{pressed.id}/{pressed.token}/callback", answer)
    assert answered.status == 204
    assert (message.content, message.attachments) == ("y", [])
