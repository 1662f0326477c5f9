"""`dicenight rehearse`: tries on Discord what the first night would show, without a second person.

It sends Discord the kinds of request that the bot sends, in one channel of a private server, and cleans up after
itself. Each step says what it expects. A question is a step about which the documentation says nothing: its answer is
only told. What Discord answered is kept as shapes, keys and kinds of value without the values, so that the file holds
no secret and the playground can be held to it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple

import aiohttp
from discord.http import Route

from cogs.ui.components import Json, button, container, message, option, picture, rows, select, text

Outcome = Literal["pass", "fail", "told"]

GUILD_TEXT, PUBLIC_THREAD = 0, 11
TEXT, PICTURE = 10, 12
TOO_FAST = 429
INVALID_FORM, UNKNOWN_MESSAGE, MISSING_PERMISSION = 50035, 10008, 50013
GREY_DOT = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU"
    b"\x00\x00\x00\nIDATx\x9cch\x00\x00\x00\x82\x00\x81w\xcdr\xb6\x00\x00\x00\x00IEND\xaeB`\x82"
)
"""A picture of one pixel."""
FILE = "rehearsal.png"
NEVER_EMOJI = "<:never:1>"


class Answer(NamedTuple):
    """Discord's answer to a request."""

    status: int
    body: Any

    @property
    def code(self) -> int:
        """Discord's own code of an error; 0 without one."""
        return int(self.body.get("code", 0)) if isinstance(self.body, Mapping) and self.status >= 400 else 0

    @property
    def words(self) -> str:
        """The answer in a few words."""
        if self.status < 400:
            return f"{self.status}"
        return f"{self.status} ({self.code}): {self.body.get('message', '')}"


class Finding(NamedTuple):
    """The result of a step."""

    step: str
    outcome: Outcome
    sentence: str


class Wrong(Exception):
    """A step that came out otherwise than expected."""


class Told(Exception):
    """The answer to a question that the documentation leaves open."""


def shape(value: Any) -> Any:
    """Return the keys and kinds of an answer, without its values."""
    if isinstance(value, Mapping):
        return {key: shape(inner) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return {bool: "bool", int: "number", float: "number", str: "text"}.get(type(value))


def differences(recorded: Any, now: Any, path: str = "") -> Iterator[str]:
    """Yield what an earlier recording has and the present one lacks, or has otherwise."""
    if isinstance(recorded, Mapping) and isinstance(now, Mapping):
        for key, inner in recorded.items():
            if key in now:
                yield from differences(inner, now[key], f"{path}.{key}".lstrip("."))
            else:
                yield f"{path}.{key}".lstrip(".") + " is missing"
    elif isinstance(recorded, list) and isinstance(now, list):
        for at, (before, after) in enumerate(zip(recorded, now, strict=False)):
            yield from differences(before, after, f"{path}[{at}]")
        if "[" not in path:
            # the requests of a step; of the items of an answer only the first is kept, and there may be none now
            yield from (f"{path}[{at}] is missing" for at in range(len(now), len(recorded)))
    elif recorded != now and None not in (recorded, now):
        yield f"{path}: {now} in place of {recorded}"


@dataclass
class Rehearsal:
    """A channel of Discord's in which everything is tried, and what it answered."""

    session: aiohttp.ClientSession
    channel: int
    application: int = 0
    guild: int = 0
    owner: int = 0
    recorded: dict[str, list[Json]] = field(default_factory=dict)
    """Request, status and shape of each answer, by step."""
    step: str = ""

    async def ask(self, method: str, path: str, body: Any = None, *, file: bytes | None = None) -> Answer:
        """Send a request, again after a limit, and keep the shape of its answer."""
        answer = await self._send(method, path, body, file)
        if answer.status == TOO_FAST:
            await asyncio.sleep(float(answer.body["retry_after"]))
            return await self.ask(method, path, body, file=file)
        kind = "/".join("id" if part.isdecimal() else part for part in path.partition("?")[0].split("/"))
        record = {"request": f"{method} {kind}", "status": answer.status, "answer": shape(answer.body)}
        self.recorded.setdefault(self.step, []).append(record)
        return answer

    async def _send(self, method: str, path: str, body: Any, file: bytes | None) -> Answer:
        if file is None:
            sent = self.session.request(method, f"{Route.BASE}{path}", json=body)
        else:
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps(body))
            form.add_field("files[0]", file, filename=FILE, content_type="image/png")
            sent = self.session.request(method, f"{Route.BASE}{path}", data=form)
        async with sent as response:
            read = await response.text()
            return Answer(response.status, json.loads(read) if read else None)

    async def post(self, body: Json, *, file: bytes | None = None) -> Answer:
        """Post a message in the channel."""
        return await self.ask("POST", f"/channels/{self.channel}/messages", body, file=file)

    async def edit(self, number: str, body: Json) -> Answer:
        """Edit a message of the channel."""
        return await self.ask("PATCH", f"/channels/{self.channel}/messages/{number}", body)

    async def delete(self, number: str) -> Answer:
        """Delete a message of the channel."""
        return await self.ask("DELETE", f"/channels/{self.channel}/messages/{number}")

    @asynccontextmanager
    async def posted(self, body: Json, *, file: bytes | None = None) -> AsyncIterator[Json]:
        """Post a message for the block, and delete it at its end."""
        sent = expect(await self.post(body, file=file), 200)
        try:
            yield sent
        finally:
            await self.delete(sent["id"])


def expect(answer: Answer, *statuses: int, code: int = 0) -> Any:
    """Return the body of an answer; raise `Wrong` if it has another status or code."""
    if answer.status not in statuses or (code and answer.code != code):
        raise Wrong(f"Discord answered {answer.words}")
    return answer.body


def table_like(*, pictured: bool = True) -> Json:
    """Return a message such as a table's: a box with text, a picture, a select and buttons."""
    parts = [
        text("## A rehearsal\nNothing here is of any importance."),
        *([picture(FILE, "One grey dot")] if pictured else []),
        select("Choose", "rehearsal:select", [option("One", "1"), option("Two", "2")]),
        *rows([button("Raise", "rehearsal:raise"), button("Fold", "rehearsal:fold")]),
    ]
    body = message(container(parts, 0xCA8A04))
    if pictured:
        body["attachments"] = [{"id": "0", "filename": FILE, "description": "One grey dot"}]
    return body


# ---- the steps


async def token(stage: Rehearsal) -> str:
    """The token is a bot's, and its application says who owns it."""
    application = expect(await stage.ask("GET", "/applications/@me"), 200)
    stage.application = int(application["id"])
    team = application.get("team")
    stage.owner = int(team["owner_user_id"] if team else application["owner"]["id"])
    return f"application {application['name']}"


async def channel(stage: Rehearsal) -> str:
    """The channel is a text channel of a server."""
    found = expect(await stage.ask("GET", f"/channels/{stage.channel}"), 200)
    if found["type"] != GUILD_TEXT or not found.get("guild_id"):
        raise Wrong("the channel is no text channel of a server")
    stage.guild = int(found["guild_id"])
    return f"#{found['name']}"


async def table_message(stage: Rehearsal) -> str:
    """A message with a box, a picture, a select and buttons is taken, and its picture is named."""
    async with stage.posted(table_like(), file=GREY_DOT) as sent:
        [box] = sent["components"]
        media = next(part for part in box["components"] if part["type"] == PICTURE)["items"][0]["media"]
        if not media.get("attachment_id"):
            raise Wrong("the picture has no id of its file")
    return "with its picture"


async def picture_stays(stage: Rehearsal) -> str:
    """A picture stays through an edit that lists its file."""
    async with stage.posted(table_like(), file=GREY_DOT) as sent:
        media = sent["components"][0]["components"][1]["items"][0]["media"]
        body = table_like()
        body["attachments"] = [{"id": str(media["attachment_id"]), "filename": FILE}]
        after = expect(await stage.edit(sent["id"], body), 200)
        shown = after["components"][0]["components"][1]["items"][0]["media"]
        if str(shown.get("attachment_id")) != str(media["attachment_id"]):
            raise Wrong("the picture is another one after the edit")
    return "it does"


async def picture_unlisted(stage: Rehearsal) -> str:
    """Does a picture stay through an edit that doesn't list its file?"""
    async with stage.posted(table_like(), file=GREY_DOT) as sent:
        body = table_like()
        body["attachments"] = []
        raise Told(f"an edit that lists no file: {(await stage.edit(sent['id'], body)).words}")


async def nonce(stage: Rehearsal) -> str:
    """A message that is sent twice under one nonce is posted once."""
    body = {**table_like(pictured=False), "nonce": secrets.token_hex(8), "enforce_nonce": True}
    async with stage.posted(body) as sent:
        again = expect(await stage.post(body), 200)
        if again["id"] != sent["id"]:
            await stage.delete(again["id"])
            raise Wrong("there are two messages now")
    return "it is"


async def forty_components(stage: Rehearsal) -> str:
    """Forty components are taken, and forty-one are refused."""

    def of(many: int) -> Json:
        return message(container([text(str(number)) for number in range(many - 1)], 0))

    async with stage.posted(of(40)):
        expect(await stage.post(of(41)), 400, code=INVALID_FORM)
    return "they are"


async def four_thousand_letters(stage: Rehearsal) -> str:
    """Four thousand letters are taken, and one more is refused."""
    async with stage.posted(message({"type": TEXT, "content": "a" * 4000})):
        expect(await stage.post(message({"type": TEXT, "content": "a" * 4001})), 400, code=INVALID_FORM)
    return "they are"


async def long_ids(stage: Rehearsal) -> str:
    """An id of a hundred letters is taken, and one more is refused."""
    async with stage.posted(message(container(rows([button("Long", "i" * 100)]), 0))):
        expect(await stage.post(message(container(rows([button("Long", "i" * 101)]), 0))), 400)
    return "it is"


async def unknown_emoji(stage: Rehearsal) -> str:
    """A button with an emoji that doesn't exist is refused, so that plain signs must follow."""
    made = {"type": 2, "style": 2, "custom_id": "rehearsal", "emoji": {"id": "1", "name": "never"}}
    expect(await stage.post(message(container(rows([made]), 0))), 400, code=INVALID_FORM)
    return "it is"


async def emoji_in_text(stage: Rehearsal) -> str:
    """Is an emoji that doesn't exist harmless in text?"""
    answer = await stage.post(message(text(NEVER_EMOJI)))
    if answer.status == 200:
        await stage.delete(answer.body["id"])
    raise Told(f"an unknown emoji in text: {answer.words}")


async def blank_label(stage: Rehearsal) -> str:
    """Is a blank label taken?"""
    answer = await stage.post(message(container(rows([button("x", "rehearsal") | {"label": " "}]), 0)))
    if answer.status == 200:
        await stage.delete(answer.body["id"])
    raise Told(f"a button whose label is a space: {answer.words}")


async def deleted_message(stage: Rehearsal) -> str:
    """A message that was deleted says so when it is edited."""
    async with stage.posted(table_like(pictured=False)) as sent:
        pass
    expect(await stage.edit(sent["id"], table_like(pictured=False)), 404, code=UNKNOWN_MESSAGE)
    return "it does"


async def thread(stage: Rehearsal) -> str:
    """A thread is opened, written in, archived, and opened again."""
    body = {"name": "a rehearsal", "type": PUBLIC_THREAD, "auto_archive_duration": 10_080}
    made = expect(await stage.ask("POST", f"/channels/{stage.channel}/threads", body), 201)
    path = f"/channels/{made['id']}"
    expect(await stage.ask("POST", f"{path}/messages", table_like(pictured=False)), 200)
    expect(await stage.ask("PATCH", path, {"archived": True}), 200)
    expect(await stage.ask("PATCH", path, {"archived": False}), 200)
    expect(await stage.ask("PATCH", path, {"archived": True}), 200)
    return "it stays behind, archived: delete it as you like"


async def event(stage: Rehearsal) -> str:
    """A planned night stands in the calendar, every week, if the permission is there."""
    begins = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
    body = {
        "name": "A rehearsal",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "here"},
        "scheduled_start_time": begins.isoformat(),
        "scheduled_end_time": (begins + timedelta(hours=2)).isoformat(),
        "recurrence_rule": {
            "start": begins.isoformat(),
            "frequency": 2,
            "interval": 1,
            "by_weekday": [begins.weekday()],
        },
    }
    answer = await stage.ask("POST", f"/guilds/{stage.guild}/scheduled-events", body)
    if answer.code == MISSING_PERMISSION:
        raise Told("the permission Create Events is missing; nights are planned without the calendar")
    made = expect(answer, 200)
    expect(await stage.ask("DELETE", f"/guilds/{stage.guild}/scheduled-events/{made['id']}"), 204)
    return "on the right day"


async def direct_message(stage: Rehearsal) -> str:
    """The owner of the bot gets a direct message, if theirs are open."""
    opened = await stage.ask("POST", "/users/@me/channels", {"recipient_id": str(stage.owner)})
    private = expect(opened, 200)["id"]
    sent = await stage.ask("POST", f"/channels/{private}/messages", table_like(pictured=False))
    if sent.status != 200:
        raise Told(f"a direct message to the owner: {sent.words}")
    await stage.ask("DELETE", f"/channels/{private}/messages/{sent.body['id']}")
    return "and taken away again"


async def command(stage: Rehearsal) -> str:
    """A command is registered on the server, and taken away."""
    path = f"/applications/{stage.application}/guilds/{stage.guild}/commands"
    made = expect(
        await stage.ask("POST", path, {"name": "rehearsal", "type": 1, "description": "A rehearsal"}),
        200,
        201,
    )
    expect(await stage.ask("DELETE", f"{path}/{made['id']}"), 204)
    return "it is"


async def emoji(stage: Rehearsal) -> str:
    """The application's emoji can be listed, and hold what the bot uploads."""
    found = expect(await stage.ask("GET", f"/applications/{stage.application}/emojis"), 200)
    return f"{len(found['items'])} are there"


Step = Callable[[Rehearsal], Awaitable[str]]
NEEDED: Sequence[Step] = (token, channel)
"""Steps without which no other can be tried."""
STEPS: Sequence[Step] = (
    *NEEDED,
    table_message,
    picture_stays,
    picture_unlisted,
    nonce,
    forty_components,
    four_thousand_letters,
    long_ids,
    unknown_emoji,
    emoji_in_text,
    blank_label,
    deleted_message,
    thread,
    event,
    direct_message,
    command,
    emoji,
)


async def rehearse(
    bot_token: str, channel_id: int, heard: Callable[[Finding], None]
) -> tuple[list[Finding], dict[str, list[Json]]]:
    """Try everything in a channel; return what each step has shown, and the shapes of Discord's answers.

    `heard` is called with each finding as it comes. Raises `aiohttp.ClientError` if Discord cannot be reached.
    """
    findings: list[Finding] = []
    headers = {"Authorization": f"Bot {bot_token}", "User-Agent": "DiscordBot (dicenight, rehearsal)"}
    async with aiohttp.ClientSession(headers=headers) as session:
        stage = Rehearsal(session, channel_id)
        for step in STEPS:
            stage.step = step.__name__
            expected = (step.__doc__ or "").strip()
            try:
                found = Finding(stage.step, "pass", f"{expected} {await step(stage)}")
            except Told as told:
                found = Finding(stage.step, "told", f"{expected} {told}")
            except Wrong as wrong:
                found = Finding(stage.step, "fail", f"{expected} {wrong}")
            findings.append(found)
            heard(found)
            if found.outcome == "fail" and step in NEEDED:
                break
    return findings, stage.recorded
