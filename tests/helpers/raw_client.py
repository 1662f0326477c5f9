"""A client of the playground without a library, to send requests that no library would."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from playground import Playground

Json = dict[str, Any]


@dataclass(slots=True)
class Answer:
    """An answer of the playground."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        return int(self.body["code"])

    @property
    def refusal(self) -> tuple[int, int]:
        """Status and JSON code of an error."""
        return self.status, self.code

    def complaints(self, *path: str | int) -> list[str]:
        """The codes that an Invalid Form Body has at a field."""
        node = self.body["errors"]
        for step in path:
            node = node[str(step)]
        return [each["code"] for each in node["_errors"]]


class Raw:
    """A bare HTTP client that carries the bot's token."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.session = session

    async def ask(self, method: str, path: str, json: Any = None, **more: Any) -> Answer:
        headers = {"Authorization": f"Bot {self.playground.token}", **more.pop("headers", {})}
        url = self.playground.base_url + path
        async with self.session.request(method, url, json=json, headers=headers, **more) as response:
            is_json = response.headers.get("Content-Type") == "application/json"
            body = await response.json() if is_json else await response.text()
            return Answer(response.status, body, dict(response.headers))

    async def send(self, channel_id: int, **message: Any) -> Answer:
        """Send a message to a channel."""
        return await self.ask("POST", f"/channels/{channel_id}/messages", message)

    async def answer(self, interaction: Any, kind: int, **data: Any) -> Answer:
        """Answer an interaction."""
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self.ask("POST", path, {"type": kind, "data": data})

    async def webhook(self, method: str, interaction: Any, rest: str = "", **message: Any) -> Answer:
        """Use the webhook that an interaction's token opens."""
        application = self.playground.world.bot.id
        path = f"/webhooks/{application}/{interaction.token}{rest}"
        return await self.ask(method, path, message or None)

    async def register(self, *commands: Json) -> Answer:
        """Replace all global commands."""
        application = self.playground.world.bot.id
        return await self.ask("PUT", f"/applications/{application}/commands", list(commands))


@asynccontextmanager
async def raw_client(playground: Playground) -> AsyncIterator[Raw]:
    """A bare client, closed afterwards."""
    async with aiohttp.ClientSession() as session:
        yield Raw(playground, session)


def text(content: str = "words") -> Json:
    return {"type": 10, "content": content}


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def button(custom_id: str = "id", label: str = "label", **more: Any) -> Json:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label, **more}


def select(count: int = 1, **more: Any) -> Json:
    options = [{"label": f"option {i}", "value": str(i)} for i in range(count)]
    return {"type": 3, "custom_id": "select", "options": options, **more}


def command(name: str = "ping", **more: Any) -> Json:
    return {"type": 1, "name": name, "description": "what it does", **more}
