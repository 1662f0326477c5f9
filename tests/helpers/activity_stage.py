"""A stage for the page of the Activity alone: a host around it that answers its SDK, and frames that were made before.

The host says what the SDK's schema demands and nothing more; the whole of it is the playground's. What the page sends
is kept, so that a test can see it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from activity.build_page import run_scripts
from activity.server import PACKED

WEB = Path(__file__).parents[2] / "activity" / "web"
BUILD = WEB / "build"
TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


def built_page() -> Path:
    """Return the folder of the built page; build it if it is older than what it is made of."""
    index = BUILD / "index.html"
    made = index.stat().st_mtime if index.is_file() else 0.0
    sources = [*(WEB / "src").iterdir(), WEB / "build.js", WEB / "package-lock.json"]
    if made <= max(each.stat().st_mtime for each in sources):
        run_scripts("build")
    return BUILD


HOST = """<!doctype html><meta charset="utf-8"><title>Host</title>
<style>html,body{margin:0;height:100%}iframe{border:0;width:100%;height:100%;display:block}</style>
<iframe title="Activity" src="/?frame_id=1&instance_id=NAME&platform=desktop&channel_id=2&guild_id=3"></iframe>
<script>
const user = {id: "1000", username: "ann", discriminator: "0", global_name: "Ann", bot: false, flags: 0};
const answers = {
  AUTHORIZE: {code: "code"},
  AUTHENTICATE: {access_token: "token", user: {...user, avatar: null, public_flags: 0}, scopes: ["identify"],
    expires: "2030-01-01T00:00:00.000Z", application: {id: "9", description: "", name: "Dicenight", icon: null}},
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: {participants: [{...user, avatar: null}]},
  USER_SETTINGS_GET_LOCALE: {locale: "en-GB"},
};
window.asked = [];
addEventListener("message", ({data, source}) => {
  if (!Array.isArray(data)) return;
  const [opcode, said] = data;
  window.asked.push([opcode, said]);
  const say = (payload) => source.postMessage([1, payload], "*");
  if (opcode === 0) say({cmd: "DISPATCH", evt: "READY", nonce: null, data: {v: 1, config: {api_endpoint: "",
    cdn_host: "", environment: "production"}, user}});
  if (opcode === 1 && window.refuses === said.cmd)
    say({cmd: said.cmd, evt: "ERROR", nonce: said.nonce, data: {code: 5000, message: "refused"}});
  else if (opcode === 1) say({cmd: said.cmd, evt: null, nonce: said.nonce,
    data: said.cmd === "SUBSCRIBE" ? {evt: said.evt} : answers[said.cmd] ?? {}});
});
window.tell = (evt, data) => document.querySelector("iframe").contentWindow.postMessage(
  [1, {cmd: "DISPATCH", evt, nonce: null, data}], "*");
REFUSES
</script>"""


@dataclass
class Stage:
    """A server of the page with frames by name; the page at `/stage/NAME` is shown the frame of that name."""

    frames: dict[str, dict[str, Any]]
    art: Callable[[str], str]
    """Gives a drawing by its address."""
    port: int = 0
    got: list[dict[str, Any]] = field(default_factory=list)
    sockets: list[web.WebSocketResponse] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, name: str, refuses: str = "") -> str:
        """Return the address of the page with the frame of this name; `refuses` is a command that the host refuses."""
        return f"http://127.0.0.1:{self.port}/stage/{name}?refuses={refuses}"

    async def send(self, frame: dict[str, Any]) -> None:
        """Send a frame to every page that is open."""
        for socket in self.sockets:
            if not socket.closed:
                await socket.send_json(frame)

    async def drop(self) -> None:
        """Close every connection, as a server that dies."""
        for socket in [*self.sockets]:
            await socket.close()
        self.sockets.clear()

    async def next_press(self, many: int = 1) -> dict[str, Any]:
        """Wait until the page has sent so many presses, and return the last of them."""
        while len(self.presses) < many:
            self.arrived.clear()
            await self.arrived.wait()
        return self.presses[many - 1]

    @property
    def presses(self) -> list[dict[str, Any]]:
        """What the page has sent to play."""
        return [frame for frame in self.got if frame["t"] in ("press", "do")]

    async def _host(self, request: web.Request) -> web.Response:
        refuses = request.query.get("refuses", "")
        text = HOST.replace("NAME", request.match_info["name"])
        text = text.replace("REFUSES", f"window.refuses = {json.dumps(refuses)};")
        return web.Response(text=text, content_type="text/html")

    async def _page(self, _: web.Request) -> web.Response:
        return web.Response(text=(BUILD / "index.html").read_text("utf-8"), content_type="text/html")

    async def _file(self, request: web.Request) -> web.Response:
        path = BUILD / "web" / Path(request.match_info["name"]).name
        if not path.is_file():
            raise web.HTTPNotFound
        kind, headers = TYPES[path.suffix], dict[str, str]()
        for packing, suffix in PACKED.items():
            packed = path.with_name(path.name + suffix)
            if packed.is_file() and packing in request.headers.get("Accept-Encoding", ""):
                path, headers = packed, {"Content-Encoding": packing}
                break
        return web.Response(body=path.read_bytes(), content_type=kind, headers=headers)

    async def _drawing(self, request: web.Request) -> web.Response:
        return web.Response(text=self.art(request.path), content_type="image/svg+xml")

    async def _token(self, request: web.Request) -> web.Response:
        said = await request.json()
        return web.json_response({"access_token": "token", "session": said["instance_id"], "expires": 0})

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            frame = json.loads(message.data)
            self.got.append(frame)
            self.arrived.set()
            if frame["t"] == "hello":
                await socket.send_json(self.frames[frame["session"]])
        return socket


@contextlib.asynccontextmanager
async def stage(
    frames: dict[str, dict[str, Any]], art: Callable[[str], str], port: int = 0
) -> AsyncIterator[Stage]:
    """Serve the page on this machine until the block ends."""
    made = Stage(frames, art)
    app = web.Application()
    app.router.add_get("/", made._page)
    app.router.add_get("/stage/{name}", made._host)
    app.router.add_get("/web/{name}", made._file)
    app.router.add_get("/art/{name}", made._drawing)
    app.router.add_post("/api/token", made._token)
    app.router.add_get("/api/socket", made._socket)
    runner = web.AppRunner(app, shutdown_timeout=0.1)  # pages are still open then
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    server = site._server
    assert server is not None
    made.port = server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
    try:
        yield made
    finally:
        await runner.cleanup()
