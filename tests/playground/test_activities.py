"""Activities in the playground: what Discord lets an application do, and what its client answers to the SDK."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from nacl.signing import VerifyKey

from playground import CommandRefused, ManualClock, Playground
from tests.helpers.answer_schema import answer_faults
from tests.helpers.raw_client import Raw, button, command, raw_client, row
from tests.playground.test_page import Browser, tab

Json = dict[str, Any]
LAUNCH = {"type": 12}
GIF = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    """A bot of an application with an Activity."""
    async with (
        Playground(clock=ManualClock(), rate_limits=False) as playground,
        raw_client(playground) as client,
    ):
        playground.enable_activity("http://127.0.0.1:1")
        yield client


async def commands(raw: Raw) -> list[Json]:
    listed: list[Json] = (await raw.ask("GET", f"/applications/{raw.playground.world.bot.id}/commands")).body
    return listed


# ---- the Entry Point command


async def test_discord_makes_an_entry_point_command_with_the_activity(raw: Raw) -> None:
    [made] = await commands(raw)
    assert (made["type"], made["name"], made["handler"]) == (4, "launch", 2)
    application = (await raw.ask("GET", "/applications/@me")).body
    assert application["flags"] & 1 << 17
    assert application["verify_key"] == raw.playground.world.activities.public_key


async def test_a_list_of_all_commands_may_not_leave_it_out(raw: Raw) -> None:
    [entry] = await commands(raw)
    assert (await raw.register(command())).refusal == (400, 50240)
    assert await commands(raw) == [entry]
    assert (await raw.register(command(), entry)).status == 200
    assert {(each["type"], each["id"]) for each in await commands(raw)} >= {(4, entry["id"])}
    own = f"/applications/{raw.playground.world.bot.id}/commands/{entry['id']}"
    assert (await raw.ask("DELETE", own)).status == 204
    assert (await raw.register(command())).status == 200


@pytest.mark.parametrize(
    "change", [{"handler": 3}, {"options": [{"type": 3, "name": "x", "description": "y"}]}], ids=str
)
async def test_a_wrong_entry_point_command_is_refused(raw: Raw, change: Json) -> None:
    assert (await raw.register({"type": 4, "name": "launch", **change})).refusal == (400, 50035)


async def test_there_is_one_of_them_and_only_everywhere(raw: Raw) -> None:
    entry = {"type": 4, "name": "launch"}
    assert (await raw.register(entry, {**entry, "name": "another"})).refusal == (400, 30032)
    playground = raw.playground
    path = f"/applications/{playground.world.bot.id}/guilds/{playground.guild.id}/commands"
    assert (await raw.ask("PUT", path, [entry])).refusal == (400, 50035)


async def test_an_application_without_an_activity_has_neither_the_command_nor_the_callback() -> None:
    async with Playground() as playground, raw_client(playground) as raw:
        assert (await raw.register({"type": 4, "name": "launch"})).refusal == (400, 50035)
        await raw.register(command())
        interaction = await playground.member("Ann").slash(
            playground.guild.channel("tavern"), "ping", wait=False
        )
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        assert (await raw.ask("POST", path, LAUNCH)).refusal == (400, 50035)
        assert not interaction.acknowledged
        with pytest.raises(CommandRefused):
            await playground.member("Ann").launch(playground.guild.channel("tavern"))


async def test_discord_launches_by_itself_and_tells_the_channel(raw: Raw) -> None:
    playground = raw.playground
    tavern = playground.guild.channel("tavern")
    first = await playground.member("Ann").launch(tavern)
    second = await playground.member("Bob").launch(tavern)
    assert first is second
    assert first is not None
    assert [user.name for user in first.users.values()] == ["Ann", "Bob"]
    assert [message.text for message in tavern.messages] == [
        "Ann launched Dicenight.",
        "Bob launched Dicenight.",
    ]


async def test_the_application_launches_if_it_is_the_handler(raw: Raw) -> None:
    playground = raw.playground
    [entry] = await commands(raw)
    await raw.register({**entry, "handler": 1})
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    assert await ann.launch(tavern, wait=False) is None
    interaction = playground.interactions.last
    assert interaction is not None
    assert interaction.data == {"id": entry["id"], "name": "launch", "type": 4}
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    answer = await raw.ask("POST", path, LAUNCH)
    assert interaction.kind == "activity"
    assert interaction.instance is not None
    assert answer.body["resource"] == {"type": 12, "activity_instance": {"id": interaction.instance.id}}
    assert (await raw.ask("POST", path, LAUNCH)).refusal == (400, 40060)


async def test_an_instance_is_over_when_all_have_left(raw: Raw) -> None:
    playground = raw.playground
    activities, tavern = playground.world.activities, playground.guild.channel("tavern")
    ann, bob = playground.member("Ann").user, playground.member("Bob").user
    instance = activities.launch(ann, tavern)
    path = f"/applications/{playground.world.bot.id}/activity-instances/{instance.id}"
    activities.launch(bob, tavern)
    assert (await raw.ask("GET", path)).body["users"] == [str(ann.id), str(bob.id)]
    activities.leave(ann, instance)
    assert (await raw.ask("GET", path)).body["users"] == [str(bob.id)]
    activities.leave(bob, instance)
    assert (await raw.ask("GET", path)).status == 404
    assert activities.launch(ann, tavern).id != instance.id
    elsewhere = f"/applications/7/activity-instances/{instance.id}"
    assert (await raw.ask("GET", elsewhere)).status == 403


# ---- OAuth2


async def exchange(raw: Raw, **change: str) -> tuple[int, Json]:
    activities = raw.playground.world.activities
    form = {
        "client_id": str(raw.playground.world.bot.id),
        "client_secret": activities.client_secret,
        "grant_type": "authorization_code",
        "code": activities.authorize(raw.playground.member("Ann").user, ["identify"]),
        **change,
    }
    async with raw.session.post(f"{raw.playground.base_url}/oauth2/token", data=form) as answer:
        return answer.status, await answer.json()


@pytest.mark.parametrize(
    ("change", "status", "error"),
    [
        ({"code": "made up"}, 400, "invalid_grant"),
        ({"client_secret": "guessed"}, 401, "invalid_client"),
        ({"client_id": "7"}, 401, "invalid_client"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
    ],
)
async def test_what_oauth_refuses(raw: Raw, change: Json, status: int, error: str) -> None:
    answer = await exchange(raw, **change)
    assert (answer[0], answer[1]["error"]) == (status, error)


async def test_a_code_too_old_is_refused(raw: Raw) -> None:
    code = raw.playground.world.activities.authorize(raw.playground.member("Ann").user, ["identify"])
    clock = raw.playground.world.clock
    assert isinstance(clock, ManualClock)
    clock.advance(61)
    assert (await exchange(raw, code=code))[0] == 400


async def test_an_access_token_opens_what_was_agreed_and_no_more(raw: Raw) -> None:
    _, grant = await exchange(raw)
    bearer = {"Authorization": f"Bearer {grant['access_token']}"}
    me = await raw.ask("GET", "/users/@me", headers=bearer)
    assert (me.status, me.body["global_name"]) == (200, "Ann")
    assert (await raw.ask("GET", "/users/@me/guilds", headers=bearer)).status == 401
    assert (await raw.ask("GET", "/users/@me", headers={"Authorization": "Bearer x"})).status == 401
    other = raw.playground.world.activities.authorize(raw.playground.member("Ann").user, ["guilds"])
    _, grant = await exchange(raw, code=other)
    bearer = {"Authorization": f"Bearer {grant['access_token']}"}
    assert (await raw.ask("GET", "/users/@me", headers=bearer)).status == 401


async def test_a_member_uploads_a_picture_to_share(raw: Raw) -> None:
    _, grant = await exchange(raw)
    bearer = {"Authorization": f"Bearer {grant['access_token']}"}
    form = aiohttp.FormData()
    form.add_field("file", GIF, filename="result.gif", content_type="image/gif")
    path = f"/applications/{raw.playground.world.bot.id}/attachment"
    async with raw.session.post(raw.playground.base_url + path, data=form, headers=bearer) as answer:
        kept = (await answer.json())["attachment"]
        assert answer_faults("POST", path, answer.status, await answer.json()) == []
    async with raw.session.get(kept["url"]) as picture:
        assert await picture.read() == GIF
    assert (await raw.ask("POST", path, {})).refusal == (400, 50035)
    async with tab(raw.playground) as browser:
        frame = await opened(raw.playground, browser)
        await authorised(raw.playground, frame)
        elsewhere = await frame.ask("OPEN_SHARE_MOMENT_DIALOG", mediaUrl="https://example.org/a.png")
        assert elsewhere["data"]["code"] == 4000
        args = {"mediaUrl": kept["url"]}
        await frame.send(1, {"cmd": "OPEN_SHARE_MOMENT_DIALOG", "args": args, "nonce": "1"})
        dialog = await browser.next("dialog")
        assert (dialog["kind"], dialog["about"]) == ("share", {"picture": kept["url"]})
        await browser.websocket.send_json({"do": "agree", "n": 0, "number": dialog["number"], "yes": True})
        assert (await frame.hear())[1]["evt"] is None


# ---- the client around the page


class Frame:
    """The Activity's page in a tab, which only speaks the SDK's protocol."""

    def __init__(self, browser: Browser, source: str) -> None:
        self.browser = browser
        self.query = dict(part.split("=") for part in source.partition("?")[2].split("&"))
        self.numbers = iter(range(1_000))

    async def send(self, *message: Any) -> None:
        self.browser.requests += 1
        await self.browser.websocket.send_json({"do": "rpc", "n": self.browser.requests, "message": message})

    async def hear(self) -> list[Any]:
        message: list[Any] = (await self.browser.next("rpc"))["message"]
        return message

    async def ask(self, cmd: str, evt: str | None = None, **args: Any) -> Json:
        """Send a command, agree to the dialog that it may open, and return its answer."""
        nonce = str(next(self.numbers))
        await self.send(1, {"cmd": cmd, "args": args, "evt": evt, "nonce": nonce})
        opcode, answer = await self.hear()
        assert (opcode, answer["cmd"], answer["nonce"]) == (1, cmd, nonce)
        return dict(answer)


async def opened(playground: Playground, browser: Browser) -> Frame:
    """Launch the Activity in a tab, and shake hands."""
    await browser.websocket.send_json({"do": "launch", "n": 0})
    frame = Frame(browser, (await browser.next("activity"))["src"])
    client_id = str(playground.world.bot.id)
    await frame.send(
        0, {"v": 1, "encoding": "json", "client_id": client_id, "frame_id": frame.query["frame_id"]}
    )
    assert (await frame.hear())[1]["evt"] == "READY"
    return frame


async def authorised(playground: Playground, frame: Frame) -> None:
    activities = playground.world.activities
    token = activities.exchange(activities.authorize(playground.member("Ann").user, ["identify"]))
    answer = await frame.ask("AUTHENTICATE", access_token=token)
    assert answer["data"]["user"]["global_name"] == "Ann"


async def test_the_address_of_the_frame_has_what_the_sdk_reads(raw: Raw) -> None:
    playground = raw.playground
    async with tab(playground) as browser:
        frame = await opened(playground, browser)
        [instance] = playground.world.activities.instances.values()
        tavern = playground.guild.channel("tavern")
        assert frame.query["instance_id"] == instance.id
        assert frame.query["platform"] == "desktop"
        assert (frame.query["guild_id"], frame.query["channel_id"]) == (
            str(playground.guild.id),
            str(tavern.id),
        )


@pytest.mark.parametrize(
    ("change", "code"), [({"client_id": "7"}, 4000), ({"v": 2}, 4004), ({"encoding": "etf"}, 4005)], ids=str
)
async def test_a_wrong_handshake_is_closed(raw: Raw, change: Json, code: int) -> None:
    async with tab(raw.playground) as browser:
        await browser.websocket.send_json({"do": "launch", "n": 0})
        frame = Frame(browser, (await browser.next("activity"))["src"])
        hello = {"v": 1, "encoding": "json", "client_id": str(raw.playground.world.bot.id), **change}
        await frame.send(0, hello)
        opcode, payload = await frame.hear()
        assert (opcode, payload["code"]) == (2, code)


async def test_a_member_is_asked_for_consent_once(raw: Raw) -> None:
    playground = raw.playground
    request: Json = {
        "client_id": str(playground.world.bot.id),
        "response_type": "code",
        "prompt": "none",
        "scope": ["identify"],
    }
    async with tab(playground) as browser:
        frame = await opened(playground, browser)
        for agreed in (False, True):
            await frame.send(1, {"cmd": "AUTHORIZE", "args": request, "nonce": str(agreed)})
            dialog = await browser.next("dialog")
            assert (dialog["kind"], dialog["about"]) == ("consent", {"scopes": ["identify"]})
            await browser.websocket.send_json(
                {"do": "agree", "n": 0, "number": dialog["number"], "yes": agreed}
            )
            _, answer = await frame.hear()
            assert (
                (answer["evt"], answer["data"].get("code")) == (None, answer["data"]["code"])
                if agreed
                else (
                    "ERROR",
                    5000,
                )
            )
        answer = await frame.ask("AUTHORIZE", **request)
        assert answer["evt"] is None
        wrong: Json
        for wrong in ({"scope": ["gdm.join"]}, {"scope": []}, {"client_id": "7"}, {"response_type": "token"}):
            assert (await frame.ask("AUTHORIZE", **{**request, **wrong}))["evt"] == "ERROR"


async def test_what_takes_a_scope_is_refused_without_it(raw: Raw) -> None:
    async with tab(raw.playground) as browser:
        frame = await opened(raw.playground, browser)
        refused = {"code": 4006, "message": "Not authenticated or invalid scope"}
        assert (await frame.ask("USER_SETTINGS_GET_LOCALE"))["data"] == refused
        assert (await frame.ask("SUBSCRIBE", "SPEAKING_START"))["data"] == refused
        assert (await frame.ask("OPEN_SHARE_MOMENT_DIALOG", mediaUrl="x"))["data"] == refused
        assert (await frame.ask("AUTHENTICATE", access_token="x"))["data"]["code"] == 4009
        await authorised(raw.playground, frame)
        assert (await frame.ask("USER_SETTINGS_GET_LOCALE"))["data"] == {"locale": "en-US"}
        assert (await frame.ask("GET_CHANNEL_PERMISSIONS"))["data"] == refused


async def test_another_members_access_token_does_not_authenticate(raw: Raw) -> None:
    activities = raw.playground.world.activities
    token = activities.exchange(activities.authorize(raw.playground.member("Bob").user, ["identify"]))
    async with tab(raw.playground) as browser:
        frame = await opened(raw.playground, browser)
        assert (await frame.ask("AUTHENTICATE", access_token=token))["data"]["code"] == 4009


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"cmd": "DANCE", "nonce": "1"}, 4002),
        ({"cmd": "SUBSCRIBE", "evt": "READY", "nonce": "1"}, 4004),
        ({"cmd": "OPEN_EXTERNAL_LINK", "args": {"url": "javascript:alert(1)"}, "nonce": "1"}, 4000),
        ({"cmd": "SET_CONFIG", "args": {"use_interactive_pip": "yes"}, "nonce": "1"}, 4000),
        ({"cmd": 7, "nonce": "1"}, 4000),
        ({"cmd": "GET_PLATFORM_BEHAVIORS"}, 4000),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_what_discords_client_refuses(raw: Raw, message: Json, code: int) -> None:
    async with tab(raw.playground) as browser:
        frame = await opened(raw.playground, browser)
        await frame.send(1, message)
        _, answer = await frame.hear()
        assert (answer["evt"], answer["data"]["code"]) == ("ERROR", code)


async def test_what_is_no_message_of_the_sdk_is_dropped(raw: Raw) -> None:
    async with tab(raw.playground) as browser:
        frame = await opened(raw.playground, browser)
        for message in ([], [1], [1, "x"], [9, {}], [0, {"v": 1}]):
            await frame.send(*message)
        assert (await frame.ask("GET_PLATFORM_BEHAVIORS"))["evt"] is None


async def test_a_page_hears_of_those_who_come_and_of_how_much_of_it_is_seen(raw: Raw) -> None:
    playground = raw.playground
    async with tab(playground) as browser:
        frame = await opened(playground, browser)
        assert (await frame.ask("SUBSCRIBE", "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE"))["evt"] is None
        assert (await frame.ask("SUBSCRIBE", "ACTIVITY_LAYOUT_MODE_UPDATE"))["evt"] is None
        assert (await frame.hear())[1]["data"] == {"layout_mode": 0}
        await playground.member("Bob").launch(playground.guild.channel("tavern"))
        _, told = await frame.hear()
        assert [each["nickname"] for each in told["data"]["participants"]] == ["Ann", "Bob"]
        await browser.websocket.send_json({"do": "layout", "n": 0, "layout": 1})
        assert (await frame.hear())[1]["data"] == {"layout_mode": 1}


@pytest.mark.parametrize(
    "leave",
    [
        lambda frame: frame.send(2, {"code": 1000, "message": "bye"}),
        lambda frame: frame.browser.websocket.send_json({"do": "shut", "n": 0}),
        lambda frame: frame.browser.websocket.close(),
    ],
    ids=["the page closes", "the member leaves", "the tab is gone"],
)
async def test_leaving_ends_the_instance(raw: Raw, leave: Callable[[Frame], Any]) -> None:
    playground = raw.playground
    async with tab(playground) as browser:
        await leave(await opened(playground, browser))
        await playground.wait_for(lambda: not playground.world.activities.instances)


async def test_a_member_with_two_tabs_leaves_with_the_last(raw: Raw) -> None:
    playground = raw.playground
    async with tab(playground) as one:
        await opened(playground, one)
        async with tab(playground) as two:
            await opened(playground, two)
        await playground.wait_for(lambda: len(playground.page.tabs) == 1)
        assert playground.world.activities.instances
        await one.websocket.send_json({"do": "shut", "n": 0})
        await playground.wait_for(lambda: not playground.world.activities.instances)


async def test_a_press_that_the_bot_answers_with_a_launch_opens_the_frame(raw: Raw) -> None:
    playground = raw.playground
    tavern = playground.guild.channel("tavern")
    panel = {"flags": 1 << 15, "components": [row(button("open", "Open the table"))]}
    message = (await raw.send(tavern.id, **panel)).body["id"]
    async with tab(playground) as browser:
        press = {"do": "press", "message": message, "custom_id": "open", "mobile": True, "n": 1}
        await browser.websocket.send_json(press)
        await playground.wait_for(lambda: playground.interactions.last)
        interaction = playground.interactions.last
        assert interaction is not None
        await raw.ask("POST", f"/interactions/{interaction.id}/{interaction.token}/callback", LAUNCH)
        source = (await browser.next("activity"))["src"]
        assert "platform=mobile" in source


# ---- the proxy


async def test_the_proxy_signs_strips_cookies_and_keeps_no_page(raw: Raw) -> None:
    playground = raw.playground
    heard: list[web.Request] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        heard.append(request)
        kind = "text/html" if request.path == "/" else "image/svg+xml"
        answer = web.Response(
            text="<p>", content_type=kind, headers={"Cache-Control": "max-age=9", "ETag": '"1"'}
        )
        answer.set_cookie("a", "b")
        return answer

    async def echo(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for frame in socket:
            await socket.send_str(f"{request.headers['Origin']} {frame.data}")
        return socket

    app = web.Application()
    app.router.add_get("/api/socket", echo)
    app.router.add_get("/{path:.*}", answer)
    async with TestServer(app) as server:
        playground.world.activities.target = str(server.make_url("")).rstrip("/")
        here = f"{playground.page_url}activity/"
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{here}?frame_id=1", headers={"Cookie": "c=d"}) as shown:
                assert shown.status == 200
                assert shown.headers["Cache-Control"] == "no-store"
                assert "ETag" not in shown.headers
                assert "Set-Cookie" not in shown.headers
                assert "default-src 'self'" in shown.headers["Content-Security-Policy"]
            async with session.get(f"{here}art/1.svg") as drawing:
                assert drawing.headers["Cache-Control"] == "max-age=9"
            origin = playground.page_url.rstrip("/")
            async with session.ws_connect(f"{here}api/socket", origin=origin) as socket:
                await socket.send_str("hello")
                assert await socket.receive_str() == f"{origin} hello"
        page, art = heard
        assert (page.path_qs, art.path) == ("/?frame_id=1", "/art/1.svg")
        assert "Cookie" not in page.headers
        signed = base64.b64decode(page.headers["X-Discord-Proxy-Payload"])
        signature = base64.b64decode(page.headers["X-Signature-Ed25519"])
        VerifyKey(bytes.fromhex(playground.world.activities.public_key)).verify(signed, signature)
        assert json.loads(signed)["application_id"] == str(playground.world.bot.id)


async def test_the_proxy_says_when_nothing_answers(raw: Raw) -> None:
    here = f"{raw.playground.page_url}activity/"
    async with raw.session.get(here) as page:
        assert (page.status, await page.text()) == (502, "The Activity does not answer.")
    raw.playground.world.activities.enabled = False
    async with raw.session.get(here) as page:
        assert page.status == 404


async def test_no_other_site_reaches_the_activity_by_the_proxy(raw: Raw) -> None:
    here = f"{raw.playground.page_url}activity/api/token"
    async with raw.session.post(here, headers={"Origin": "https://evil.example"}) as answer:
        assert answer.status == 403
