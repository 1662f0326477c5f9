"""Discord's published HTTP schema (`tests/schema`): every request of the bot is checked against it."""

from __future__ import annotations

import functools
import json
import lzma
import re
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

from playground import Playground

FILE = Path(__file__).parents[1] / "schema" / "openapi.json.xz"

UNLISTED = ("/oauth2/token",)
"""Routes that Discord has, and its schema has not: this one takes a form, and is part of OAuth2."""


class Schema:
    """Validates requests. A route's validator is compiled once, which makes each request a matter of microseconds."""

    def __init__(self, path: Path) -> None:
        document = json.loads(lzma.decompress(path.read_bytes()))
        self._paths = document["paths"]
        self._components = document["components"]
        self._routes = [
            (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", route) + "$"), route) for route in self._paths
        ]

    @functools.lru_cache(maxsize=256)  # noqa: B019 - one schema lives as long as the test run
    def _validator(self, method: str, route: str) -> Draft202012Validator | None:
        """The validator for the JSON body of a route, or None if it takes none."""
        content = self._paths[route][method].get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return None
        body = content["application/json"]["schema"]
        return Draft202012Validator({"allOf": [body], "components": self._components})

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - likewise
    def _route(self, path: str) -> str | None:
        """The template of a path; literal parts go before placeholders."""
        found = [route for pattern, route in self._routes if pattern.match(path)]
        return min(found, key=lambda route: route.count("{"), default=None)

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """Return the errors that the schema finds in a request."""
        if path in UNLISTED:
            return []
        route = self._route(path)
        if route is None or method.lower() not in self._paths[route]:
            return [f"{method} {path}: no such route"]
        validator = self._validator(method.lower(), route)
        if validator is None or body is None:
            return []
        return [
            f"{method} {path}: {'.'.join(map(str, error.instance_path))}: {error.message[:400]}"
            for error in validator.iter_errors(_with_snowflakes(body))
        ]


def _with_snowflakes(body: Any) -> Any:
    """discord.py numbers uploaded files; the schema wants snowflakes, as strings. That is its one deviation."""
    if isinstance(body, dict):
        body = {key: _with_snowflakes(value) if key == "data" else value for key, value in body.items()}
        files = body.get("attachments")
        if isinstance(files, list) and all(isinstance(file, dict) and "id" in file for file in files):
            body["attachments"] = [{**file, "id": str(file["id"])} for file in files]
    return body


def check_requests(playground: Playground) -> list[str]:
    """Faults of all requests that a playground has seen."""
    schema = _schema()
    faults = []
    for request in playground.requests:
        faults += schema.faults(request.method, re.sub(r"^/api/v\d+", "", request.path), request.json)
    return faults


@functools.lru_cache(maxsize=1)
def _schema() -> Schema:
    return Schema(FILE)
