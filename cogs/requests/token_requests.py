"""Requests that an interaction's token authorises: the answers to presses, and the edits of what they showed.

They are most of the requests, and go by connections of their own (`bot.requests.connections`), since the library's
way costs three times as much. What Discord answers is treated as the library treats it: a limit is waited for, a fault
of Discord's is tried again, and a refusal is raised as one of the library's errors.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote
from weakref import WeakValueDictionary

import discord
from discord.http import Route

from bot.app import App
from bot.requests.connections import Connections, Response
from bot.requests.quick_json import decode, encode, id_in
from cogs.ui.components import AttachmentFile, Json

log = logging.getLogger(__name__)

TRIES = 5
"""Attempts, if Discord asks for a pause or has a fault."""
PLAIN = re.compile(r"[A-Za-z0-9_.~-]+")
"""A token that stands in an address as it is, as all of Discord's do."""
PAUSE = 1.0
"""Seconds before the second attempt after a fault; each further pause is two seconds longer."""


class TokenRoute(NamedTuple):
    """A request by the token of an interaction or a webhook, whose id is `owner`; `rest` follows the token."""

    method: str
    start: str
    owner: int
    token: str
    rest: str

    @property
    def url(self) -> str:
        """The address. The library's `Route` makes the same from a template, in eight times the time."""
        token = self.token if PLAIN.fullmatch(self.token) else quote(self.token, safe="")
        return f"{Route.BASE}/{self.start}/{self.owner}/{token}{self.rest}"

    def for_library(self) -> Route:
        """Return it in the library's own form."""
        path = f"/{self.start}/{{webhook_id}}/{{webhook_token}}{self.rest}"
        return Route(self.method, path, webhook_id=self.owner, webhook_token=self.token)


def token_requests(client: discord.Client) -> TokenRequests | None:
    """Return what sends a bot's requests by tokens; None if they must go the library's way."""
    if not isinstance(client, App) or client.http.proxy is not None:
        return None
    found = client.find_service(TokenRequests)
    if found is None:
        connections = client.find_service(Connections)
        if connections is None:
            return None
        found = TokenRequests(connections, client.http.user_agent, lambda: not client.is_cut_off)
        client.provide(found)
    return found


class TokenRequests:
    """Sends requests by tokens, those by the same token one after the other.

    `may_show` is asked right before a request is written: False once another process may serve in place of this one.
    """

    def __init__(
        self, connections: Connections, user_agent: str, may_show: Callable[[], bool] = lambda: True
    ) -> None:
        self._connections, self._user_agent, self._may_show = connections, user_agent, may_show
        self._locks: WeakValueDictionary[tuple[object, object], asyncio.Lock] = WeakValueDictionary()

    async def send(
        self,
        route: TokenRoute,
        payload: Json | None = None,
        file: AttachmentFile | None = None,
        *,
        with_response: bool = False,
        shows: bool = True,
        briefly: bool = False,
        within: float | None = None,
    ) -> Any:
        """Send a request, and return what Discord answers. Raises `discord.HTTPException`, or `OSError`.

        It fails if no answer comes `within` so many seconds, or if Discord asks for a longer pause.

        One that `shows` something goes only while no other process may have shown something newer; else it is
        `HeldBack`. `briefly`: nothing but the id of what Discord answers is wanted.
        """
        may_go = self._may_show if shows else _always
        headers, body = {"User-Agent": self._user_agent}, None
        if payload is not None and file is not None:
            headers["Content-Type"], body = _form(payload, file)
        elif payload is not None:
            headers["Content-Type"], body = "application/json", encode(payload)
        url = f"{route.url}?with_response=true" if with_response else route.url
        key = route.owner, route.token
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        await lock.acquire()
        pause = 0.0
        try:
            for tries in range(TRIES):
                response = await self._connections.request(
                    route.method, url, headers, body, may_go=may_go, within=within
                )
                if response.headers.get("x-ratelimit-remaining") == "0" and response.status != 429:
                    pause = _seconds(response.headers.get("x-ratelimit-reset-after"))
                if 200 <= response.status < 300:
                    return _content(response, briefly=briefly)
                if response.status == 429 and "via" in response.headers:
                    answer = _content(response)
                    wait = float(answer["retry_after"]) if isinstance(answer, dict) else PAUSE
                    log.warning("Discord limits the edits of a message; the next is sent in %.2f s", wait)
                elif response.status >= 500:
                    wait = PAUSE + 2 * tries
                else:
                    break
                if within is not None and wait > within:
                    raise TimeoutError(f"no answer within {within:.1f} s, but a status {response.status}")
                await asyncio.sleep(wait)
            raise _error(response)
        finally:
            if pause:
                # the next one by this token waits; the answer to this one is there
                asyncio.get_running_loop().call_later(pause, lock.release)
            else:
                lock.release()


def _always() -> bool:
    return True


def _seconds(text: str | None) -> float:
    """Return a number of seconds from a header; 0 if it has none."""
    try:
        return max(float(text or 0), 0.0)
    except ValueError:
        return 0.0


def _content(response: Response, *, briefly: bool = False) -> Any:
    """Return what a response says: JSON, if it is called so, or words. `briefly`: only its id, if it has one."""
    if response.headers.get("content-type", "").partition(";")[0] == "application/json" and response.body:
        try:
            named = id_in(response.body) if briefly else None
            # a message comes back with all that it shows
            return decode(response.body) if named is None else {"id": named}
        except ValueError:
            log.warning("Discord answers %d with broken JSON", response.status)
    return response.body.decode("utf-8", "replace")


def _error(response: Response) -> discord.HTTPException:
    """Return the library's error for a refusal."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(response.status, discord.HTTPException)
    if response.status >= 500:
        kind = discord.DiscordServerError
    return kind(response, _content(response))


def _form(payload: Json, file: AttachmentFile) -> tuple[str, bytes]:
    """Return the type and the body of a form with a payload and its files."""
    mark = secrets.token_hex(16)
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="payload_json"\r\n'
        "Content-Type: application/json\r\n\r\n".encode(),
        encode(payload),
    ]
    for at, each in enumerate((file, *file.more)):
        parts += [
            f'\r\n--{mark}\r\nContent-Disposition: form-data; name="files[{at}]"; filename="{each.name}"\r\n'
            f"Content-Type: {each.kind}\r\n\r\n".encode(),
            each.content,
        ]
    parts.append(f"\r\n--{mark}--\r\n".encode())
    return f"multipart/form-data; boundary={mark}", b"".join(parts)
