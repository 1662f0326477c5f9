"""Discord's published schema, asked about answers and gateway events: what the playground tells a bot."""

from __future__ import annotations

import functools
import json
import lzma
import re
from typing import Any, TypeVar

from jsonschema_rs import Draft202012Validator

from playground import Playground
from tests.helpers.discord_schema import FILE, UNLISTED

T = TypeVar("T")

EVENTS = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "CHANNEL_DELETE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "GUILD_SCHEDULED_EVENT_CREATE": "ExternalScheduledEventResponse",
    "GUILD_SCHEDULED_EVENT_UPDATE": "ExternalScheduledEventResponse",
    "GUILD_SCHEDULED_EVENT_DELETE": "ExternalScheduledEventResponse",
}
"""Events that carry one object, which the schema of REST describes."""
PARTS = {
    "GUILD_CREATE": {
        "roles": "GuildRoleResponse",
        "members": "GuildMemberResponse",
        "channels": "GuildChannelResponse",
        "threads": "ThreadResponse",
        "guild_scheduled_events": "ExternalScheduledEventResponse",
    },
    "THREAD_MEMBERS_UPDATE": {"added_members": "ThreadMemberResponse"},
    "GUILD_MEMBERS_CHUNK": {"members": "GuildMemberResponse"},
}
"""Events that carry lists of such objects."""


@functools.cache
def _document() -> Any:
    return json.loads(lzma.decompress(FILE.read_bytes()))


@functools.cache
def _validator(schema: str) -> Draft202012Validator:
    """The validator of a schema, given as JSON: as text it can be remembered."""
    return Draft202012Validator({"allOf": [json.loads(schema)], "components": _document()["components"]})


def _faults(schema: Any, value: Any, where: str) -> list[str]:
    return [
        f"{where}: {'.'.join(map(str, error.instance_path))}: {error.message[:400]}"
        for error in _validator(json.dumps(schema)).iter_errors(value)
    ]


def _named(name: str) -> Any:
    return {"$ref": f"#/components/schemas/{name}"}


@functools.cache
def _route(method: str, path: str) -> str | None:
    """The template of a path; literal parts go before placeholders."""
    found = [
        route
        for route, methods in _document()["paths"].items()
        if method in methods and re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", route), path)
    ]
    return min(found, key=lambda route: route.count("{"), default=None)


def answer_faults(method: str, path: str, status: int, body: Any) -> list[str]:
    """Return the errors that the schema finds in an answer to a request."""
    where = f"{method} {path}: {status}"
    route = _route(method.lower(), path)
    if route is None:
        return [f"{where}: no such route"]
    answers = _document()["paths"][route][method.lower()]["responses"]
    answer = answers.get(str(status)) or answers.get(f"{status // 100}XX")
    if answer is None:
        return [f"{where}: no such status, but {', '.join(answers)}"]
    if "$ref" in answer:
        answer = _document()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    schema = answer.get("content", {}).get("application/json", {}).get("schema")
    if schema is None:
        return [f"{where}: a body where there is none"] if body else []
    if status >= 400:
        # It wants numbers as the codes of single fields, where the documentation and Discord have words.
        body = {key: value for key, value in body.items() if key != "errors"}
    return _faults(schema, body, where)


def event_faults(name: str, data: Any) -> list[str]:
    """Return the errors that the schema finds in an event, as far as it knows what the event carries."""
    faults = _faults(_named(EVENTS[name]), data, name) if name in EVENTS else []
    for field, schema in PARTS.get(name, {}).items():
        for each in data.get(field, ()):
            faults += _faults(_named(schema), each, f"{name} {field}")
    return faults


SAMPLES = 2
"""Answers of each route and events of each kind that are looked at: the first ones, and the last."""


def check_answers(playground: Playground) -> list[str]:
    """Faults of what a playground has told its bot: of some answers of each route, and of some events of each kind."""
    answers: dict[tuple[str, str | None, int], list[tuple[str, bytes]]] = {}
    for request in playground.requests:
        if request.status < 300 and request.answer:
            path = re.sub(r"^/api/v\d+", "", request.path)
            if path not in UNLISTED:
                key = request.method, request.route, request.status
                answers.setdefault(key, []).append((path, request.answer))
    faults = [
        fault
        for (method, _, status), given in answers.items()
        for path, body in _some(given)
        for fault in answer_faults(method, path, status, json.loads(body))
    ]
    events: dict[str, list[Any]] = {}
    for session in playground.gateway.sessions.values():
        for _, text in session.sent:
            event = json.loads(text)
            if event["t"] in EVENTS or event["t"] in PARTS:
                events.setdefault(event["t"], []).append(event["d"])
    return faults + [
        fault for name, sent in events.items() for data in _some(sent) for fault in event_faults(name, data)
    ]


def _some(each: list[T]) -> list[T]:
    return each if len(each) <= SAMPLES else [*each[: SAMPLES - 1], each[-1]]
