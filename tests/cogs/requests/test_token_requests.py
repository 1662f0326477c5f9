"""Requests by tokens: what Discord answers is treated as discord.py treats it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.app import App
from bot.requests.connections import Connections, HeldBack
from cogs.requests.token_requests import TokenRequests, TokenRoute, token_requests
from cogs.ui.components import AttachmentFile

MESSAGE = {"id": "7"}


class Discord:
    """Answers with a script of statuses and bodies, then with a message; remembers what came."""

    def __init__(self) -> None:
        self.script: list[tuple[int, Any, dict[str, str]]] = []
        self.came: list[tuple[str, Any]] = []
        self.at_once = self.most_at_once = 0

    async def answer(self, request: web.Request) -> web.Response:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        if request.content_type == "multipart/form-data":
            form = await request.post()
            body: Any = {
                name: (part.filename, part.content_type, part.file.read())
                if isinstance(part, web.FileField)
                else json.loads(part if isinstance(part, bytearray) else str(part))
                for name, part in form.items()
            }
        else:
            body = await request.json() if request.can_read_body else None
        self.came.append((f"{request.method} {request.path_qs}", body))
        assert request.headers["User-Agent"] == "DiscordBot (ours)"
        status, said, headers = self.script.pop(0) if self.script else (200, MESSAGE, {})
        self.at_once -= 1
        return web.json_response(said, status=status, headers=headers)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    monkeypatch.setattr("cogs.requests.token_requests.PAUSE", 0.0)
    made, app = Discord(), web.Application()
    app.router.add_route("*", "/{path:.*}", made.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield made
    await runner.cleanup()


@pytest.fixture
async def requests(server: Discord) -> AsyncIterator[TokenRequests]:
    connections = Connections()
    yield TokenRequests(connections, "DiscordBot (ours)")
    connections.close()


def route(method: str = "PATCH", token: str = "to/ken") -> TokenRoute:
    return TokenRoute(method, "webhooks", 1, token, "")


@pytest.mark.parametrize("token", ["token", "to/ken", "to ken", "tök{en}?&#%", "a.b-c_d~e=="])
def test_the_library_reaches_the_same_address(token: str) -> None:
    ours = TokenRoute("PATCH", "webhooks", 7, token, "/messages/@original")
    theirs = ours.for_library()
    assert (theirs.method, theirs.url) == (ours.method, ours.url)
    assert (theirs.webhook_id, theirs.webhook_token) == (7, token)


async def test_json_and_files_arrive_as_they_were(server: Discord, requests: TokenRequests) -> None:
    payload = {"content": "Ännchen 🎲", "attachments": [{"id": "0", "filename": "table.png"}]}
    file = AttachmentFile("table.png", bytes(range(256)) * 9)
    assert await requests.send(route(), payload) == MESSAGE
    assert await requests.send(route("POST"), payload, file, with_response=True) == MESSAGE
    await requests.send(route("DELETE"))
    form = {"payload_json": payload, "files[0]": ("table.png", "image/png", file.content)}
    assert server.came == [
        ("PATCH /webhooks/1/to%2Fken", payload),
        ("POST /webhooks/1/to%2Fken?with_response=true", form),
        ("DELETE /webhooks/1/to%2Fken", None),
    ]


async def test_of_a_message_only_the_id_is_read_where_no_more_is_wanted(
    server: Discord, requests: TokenRequests
) -> None:
    shown = {"id": "7", "components": [{"type": 10, "content": "a hand"}]}
    odd = [{"message": "no id"}, ["no object"], {"id": None}]
    server.script = [(200, said, {}) for said in (shown, *odd)]
    assert await requests.send(route(), {}, briefly=True) == {"id": "7"}
    for said in odd:
        assert await requests.send(route(), {}, briefly=True) == said


@pytest.mark.parametrize(
    ("status", "error"),
    [(400, discord.HTTPException), (403, discord.Forbidden), (404, discord.NotFound)],
)
async def test_a_refusal_is_raised_with_discords_code(
    server: Discord, requests: TokenRequests, status: int, error: type[discord.HTTPException]
) -> None:
    server.script = [(status, {"code": 50013, "message": "Missing Permissions"}, {})]
    with pytest.raises(error) as raised:
        await requests.send(route(), {})
    assert (raised.value.status, raised.value.code, raised.value.text) == (
        status,
        50013,
        "Missing Permissions",
    )
    assert len(server.came) == 1


async def test_a_limit_is_waited_for(server: Discord, requests: TokenRequests) -> None:
    limited = (429, {"retry_after": 0.0, "message": "slow down"}, {"Via": "1.1 google"})
    server.script = [limited, limited]
    assert await requests.send(route(), {"a": 1}) == MESSAGE
    assert [body for _, body in server.came] == [{"a": 1}] * 3


async def test_a_ban_of_the_address_is_not_hammered(server: Discord, requests: TokenRequests) -> None:
    server.script = [(429, {"message": "banned"}, {})]
    with pytest.raises(discord.HTTPException, match="429"):
        await requests.send(route(), {})
    assert len(server.came) == 1


async def test_faults_of_discords_are_tried_five_times(
    server: Discord, requests: TokenRequests, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def passes(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("cogs.requests.token_requests.asyncio.sleep", passes)
    server.script = [(503, "away", {})] * 2
    assert await requests.send(route(), {}) == MESSAGE
    server.script = [(502, "away", {})] * 5
    with pytest.raises(discord.DiscordServerError):
        await requests.send(route(), {})
    assert len(server.came) == 8
    assert pauses == [0, 2, 0, 2, 4, 6, 8]


async def test_an_answer_that_is_wanted_soon_waits_for_no_long_pause(
    server: Discord, requests: TokenRequests
) -> None:
    server.script = [(429, {"message": "slow", "retry_after": 9.0}, {"Via": "1.1 google"})]
    with pytest.raises(TimeoutError):
        await requests.send(route(), {}, within=0.5)
    assert len(server.came) == 1
    assert await requests.send(route(), {}, within=0.5) == MESSAGE, "the token is free again"


async def test_requests_by_one_token_go_one_after_the_other(server: Discord, requests: TokenRequests) -> None:
    await asyncio.gather(*(requests.send(route(), {}) for _ in range(5)))
    assert server.most_at_once == 1
    await asyncio.gather(*(requests.send(route(token=str(n)), {}) for n in range(5)))
    assert len(server.came) == 10


async def test_a_bucket_that_is_used_up_holds_back_the_next_request_by_its_token(
    server: Discord, requests: TokenRequests
) -> None:
    spent = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "3600"}
    server.script = [(200, MESSAGE, spent)]
    assert await requests.send(route(), {}) == MESSAGE
    waiting = asyncio.create_task(requests.send(route(), {}))
    assert await requests.send(route(token="another"), {}) == MESSAGE
    assert not waiting.done()
    assert len(server.came) == 2
    waiting.cancel()


async def test_a_proxy_and_a_bare_client_go_the_librarys_way() -> None:
    bare = discord.Client(intents=discord.Intents.none())
    assert token_requests(bare) is None
    ours = App("!", intents=discord.Intents.none())
    assert token_requests(ours) is None, "it has no connections"
    ours.provide(Connections())
    found = token_requests(ours)
    assert found is not None
    assert token_requests(ours) is found
    ours.http.proxy = "http://127.0.0.1:1"
    assert token_requests(ours) is None


async def test_a_process_that_was_overtaken_shows_nothing_at_a_second_try_either(server: Discord) -> None:
    """It may stand still between two tries, and another one may have shown something newer since."""
    connections, serves = Connections(), [True, False, False, False]
    requests = TokenRequests(connections, "DiscordBot (ours)", lambda: serves.pop(0))
    server.script = [(503, {}, {})]
    with pytest.raises(HeldBack):
        await requests.send(route(), {"content": "an old hand"})
    assert len(server.came) == 1
    with pytest.raises(HeldBack):
        await requests.send(route(), {"content": "an old hand"})
    assert await requests.send(route("DELETE"), shows=False) == MESSAGE
    assert [line for line, _ in server.came] == ["PATCH /webhooks/1/to%2Fken", "DELETE /webhooks/1/to%2Fken"]
    connections.close()
