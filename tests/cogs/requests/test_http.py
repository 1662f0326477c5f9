"""A contract with discord.py: the internals that `cogs.requests.http` uses are there and do what it expects."""

from __future__ import annotations

import inspect
import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any, NamedTuple

import discord
import pytest
from aiohttp import web
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.requests import http
from cogs.requests.http import Handle
from cogs.ui.components import AttachmentFile

PNG = AttachmentFile("table.png", b"not really a picture")


class Request(NamedTuple):
    """A request as it arrived."""

    method: str
    path: str
    body: Any
    """The JSON body, or the parts of the form by name."""
    authorization: str | None


class Server:
    """Answers whatever is asked with a message of number 7, and remembers the requests."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    async def answer(self, request: web.Request) -> web.Response:
        if request.content_type == "multipart/form-data":
            form = await request.post()
            body: Any = {
                name: part.file.read() if isinstance(part, web.FileField) else json.loads(str(part))
                for name, part in form.items()
            }
        else:
            body = await request.json() if request.can_read_body else None
        authorization = request.headers.get("Authorization")
        self.requests.append(Request(request.method, request.path, body, authorization))
        # discord.py reads JSON only under exactly this type
        return web.Response(body=b'{"id": "7"}', content_type="application/json")


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    made = Server()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield made
    await runner.cleanup()


@pytest.fixture
async def client(server: Server) -> AsyncIterator[discord.Client]:
    """A client that has a session as after its login, which would ask who it is."""
    async with discord.Client(intents=discord.Intents.none()) as made:
        with pytest.raises(KeyError):
            # The server's user has no name: discord.py notices after it has made its session.
            await made.login("some.token")
        yield made
    server.requests.clear()


def parameters(function: Any) -> set[str]:
    """The names of a function's parameters."""
    return set(inspect.signature(function).parameters)


def test_the_signatures_are_what_our_requests_need() -> None:
    assert {"route", "files", "form", "kwargs"} <= parameters(HTTPClient.request)
    assert {"route", "session", "payload", "multipart", "proxy", "proxy_auth", "files"} <= parameters(
        AsyncWebhookAdapter.request
    )
    assert {"method", "path", "parameters"} <= parameters(Route.__init__)
    assert {"id", "token", "client"} <= parameters(discord.Webhook.partial)
    assert isinstance(async_context.get(), AsyncWebhookAdapter)


def test_a_route_by_token_is_known_by_its_token() -> None:
    """The webhook adapter keeps its locks by these: without them all answers of the bot would wait for each other."""
    route = http._by_token("PATCH", 1, Handle("token")).for_library()
    assert (route.webhook_id, route.webhook_token) == (1, "token")


def test_a_file_can_be_rewound_for_a_second_try() -> None:
    file = discord.File(BytesIO(PNG.content), PNG.name)
    file.fp.read()
    file.reset(seek=1)
    assert file.fp.read() == PNG.content


async def test_answers_go_by_token_without_the_bots_own(server: Server, client: discord.Client) -> None:
    payload = {"type": 4, "data": {"content": "hello"}}
    server.requests.clear()
    await http.respond(client, 5, "token", payload)
    sent = await http.follow_up(client, 1, "token", {"content": "more"})
    await http.edit_by_token(client, 1, Handle("token"), {"content": "new"})
    await http.delete_by_token(client, 1, Handle("token", str(sent.id)))
    base = "/webhooks/1/token"
    assert [(each.method, each.path) for each in server.requests] == [
        ("POST", "/interactions/5/token/callback"),
        ("POST", base),
        ("PATCH", f"{base}/messages/@original"),
        ("DELETE", f"{base}/messages/7"),
    ]
    assert server.requests[0].body == payload
    assert {each.authorization for each in server.requests} == {None}


async def test_messages_go_with_the_bots_token(server: Server, client: discord.Client) -> None:
    server.requests.clear()
    assert (await http.post(client, 3, {"content": "hello"})).id == 7
    await http.edit(client, 3, 7, {"content": "new"})
    await http.delete(client, 3, 7)
    await http.unarchive(client, 3)
    assert [(each.method, each.path) for each in server.requests] == [
        ("POST", "/channels/3/messages"),
        ("PATCH", "/channels/3/messages/7"),
        ("DELETE", "/channels/3/messages/7"),
        ("PATCH", "/channels/3"),
    ]
    assert {each.authorization for each in server.requests} == {"Bot some.token"}


async def test_files_go_as_a_form(server: Server, client: discord.Client) -> None:
    payload = {"content": "a picture"}
    server.requests.clear()
    await http.post(client, 3, payload, PNG)
    await http.respond(client, 5, "token", payload, PNG)
    posted = server.requests[0].body["payload_json"]
    assert posted.pop("enforce_nonce") is True
    assert len(posted.pop("nonce")) == 16
    assert [each.body for each in server.requests] == [{"payload_json": payload, "files[0]": PNG.content}] * 2
