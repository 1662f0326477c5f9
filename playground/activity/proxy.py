"""The proxy through which an Activity's page and sockets are reached, as by Discord's `discordsays.com`.

It sends everything to the address of the application's URL mapping, signed; it takes cookies off, and from pages the
headers by which a browser would keep them. A page may load and ask nothing but what comes from here.
"""

from __future__ import annotations

import asyncio

import aiohttp
from aiohttp import WSMsgType, hdrs, web

from playground.world.activities import Activities

PREFIX = "/activity/"
"""The folder of the playground's own address in which the Activity lies, so that the SDK knows the origin."""
MAX_MESSAGE = 1 << 20
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:;"
    " media-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' data: blob:; worker-src 'self' blob:;"
    " form-action 'none'; frame-ancestors 'self'"
)
"""Nothing foreign, and a frame of the client alone may show it."""
_KEPT_BACK = frozenset(
    name.lower()
    for name in (
        hdrs.CONNECTION,
        hdrs.CONTENT_ENCODING,
        hdrs.CONTENT_LENGTH,
        hdrs.COOKIE,
        hdrs.HOST,
        hdrs.KEEP_ALIVE,
        hdrs.PROXY_AUTHORIZATION,
        hdrs.SET_COOKIE,
        hdrs.TE,
        hdrs.TRAILER,
        hdrs.TRANSFER_ENCODING,
        hdrs.UPGRADE,
        "Sec-WebSocket-Key",
        "Sec-WebSocket-Version",
        "Sec-WebSocket-Extensions",
        "Sec-WebSocket-Protocol",
        "X-Signature-Ed25519",
        "X-Signature-Timestamp",
        "X-Discord-Proxy-Payload",
    )
)
"""Headers that end at the proxy: those of one connection, cookies, and the proxy's own."""
_OF_CACHES = frozenset(("cache-control", "etag", "last-modified", "expires"))


class Proxy:
    """Passes requests on to the Activity of the application."""

    def __init__(self, activities: Activities) -> None:
        self._activities = activities
        self._session: aiohttp.ClientSession | None = None

    def attach(self, app: web.Application) -> None:
        """Add the proxy's route to the application."""
        app.router.add_route("*", PREFIX + "{path:.*}", self._pass_on)

    async def close(self) -> None:
        """Close the connections to the Activity."""
        if self._session is not None:
            await self._session.close()

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        if not self._activities.enabled or not self._activities.target:
            raise web.HTTPNotFound(text="This application has no Activity.")
        if self._session is None:
            self._session = aiohttp.ClientSession(auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar())
        try:
            if request.headers.get(hdrs.UPGRADE, "").lower() == "websocket":
                return await self._join(self._session, request)
            return await self._fetch(self._session, request)
        except aiohttp.ClientError:
            return web.Response(status=502, text="The Activity does not answer.")

    def _address(self, request: web.Request) -> str:
        return f"{self._activities.target}{request.raw_path.removeprefix(PREFIX.rstrip('/'))}"

    def _headers(self, request: web.Request) -> dict[str, str]:
        passed = {name: value for name, value in request.headers.items() if name.lower() not in _KEPT_BACK}
        return passed | self._activities.signed_headers(None)

    async def _fetch(self, session: aiohttp.ClientSession, request: web.Request) -> web.Response:
        body = await request.read()
        async with session.request(
            request.method,
            self._address(request),
            data=body,
            headers=self._headers(request),
            allow_redirects=False,
        ) as answer:
            is_page = answer.content_type == "text/html"
            dropped = _KEPT_BACK - {hdrs.CONTENT_ENCODING.lower()} | (_OF_CACHES if is_page else frozenset())
            headers = {name: value for name, value in answer.headers.items() if name.lower() not in dropped}
            headers["Content-Security-Policy"] = POLICY
            headers["X-Content-Type-Options"] = "nosniff"
            if is_page:
                headers["Cache-Control"] = "no-store"
            return web.Response(status=answer.status, body=await answer.read(), headers=headers)

    async def _join(self, session: aiohttp.ClientSession, request: web.Request) -> web.StreamResponse:
        """Join the page's socket with one to the Activity, until either is closed."""
        async with session.ws_connect(
            self._address(request), headers=self._headers(request), max_msg_size=MAX_MESSAGE
        ) as activity:
            page = web.WebSocketResponse(max_msg_size=MAX_MESSAGE, compress=False)
            await page.prepare(request)
            carriers = {
                asyncio.create_task(_carry(page, activity)),
                asyncio.create_task(_carry(activity, page)),
            }
            try:
                await asyncio.wait(carriers, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for carrier in carriers:
                    carrier.cancel()
                await asyncio.gather(*carriers, return_exceptions=True)
                await page.close(code=activity.close_code or aiohttp.WSCloseCode.GOING_AWAY)
            return page


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _carry(source: Socket, target: Socket) -> None:
    """Carry messages from one socket to the other. A slow reader slows the writer: nothing is piled up here."""
    async for frame in source:
        if frame.type is WSMsgType.TEXT:
            await target.send_str(frame.data)
        elif frame.type is WSMsgType.BINARY:
            await target.send_bytes(frame.data)
