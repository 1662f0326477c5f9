"""Discord's published HTTP schema (`tests/schema`): every request of the bot is checked against it."""

from __future__ import annotations

import functools
import json
import lzma
import re
from pathlib import Path
from typing import Any

import jsonschema

from playground import Playground

DEVIATIONS: tuple[tuple[str, str], ...] = (
    # discord.py numbers uploaded files with integers, the schema wants snowflakes as strings
    (r"^/webhooks/", r"'attachments': \[\{'id': \d+, 'filename'"),
)
"""Path and message patterns of what discord.py itself sends and the schema refuses."""


FILE = Path(__file__).parents[1] / "schema" / "openapi.json.xz"


class Schema:
    """Validates requests."""

    def __init__(self, path: Path) -> None:
        self.document = json.loads(lzma.decompress(path.read_bytes()))
        self.routes = [
            (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", route) + "$"), route)
            for route in self.document["paths"]
        ]
        self.fine: set[Any] = set()

    @functools.lru_cache(maxsize=256)  # noqa: B019 - one schema lives as long as the test run
    def validator(self, method: str, route: str) -> Any:
        """The validator for the JSON body of a route, or None if it takes none."""
        operation = self.document["paths"][route].get(method.lower())
        if operation is None:
            return None
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return None
        place = f"#/paths/{route.replace('~', '~0').replace('/', '~1')}/{method.lower()}/requestBody"
        schema = {
            "$ref": f"{place}/content/application~1json/schema",
            "paths": self.document["paths"],
            "components": self.document["components"],
        }
        return jsonschema.Draft202012Validator(schema)

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - likewise
    def route(self, path: str) -> str | None:
        """The template of a path; literal parts go before placeholders."""
        found = [route for pattern, route in self.routes if pattern.match(path)]
        return min(found, key=lambda route: route.count("{"), default=None)

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """Return the errors that the schema finds in a request."""
        route = self.route(path)
        if route is None or method.lower() not in self.document["paths"][route]:
            return [f"{method} {path}: no such route"]
        validator = self.validator(method, route)
        if validator is None or body is None:
            return []
        faults = []
        for error in validator.iter_errors(body):
            best = jsonschema.exceptions.best_match([error])
            text = f"{method} {path}: {best.json_path}: {best.message[:200]}"
            if not any(re.search(a, path) and re.search(b, text) for a, b in DEVIATIONS):
                faults.append(text)
        return faults


def shape(body: Any) -> Any:
    """Return the parts of a body that a schema checks: keys, types and numbers, and rough lengths of texts.

    Two bodies of one shape are both valid or both not, so one of them is looked at; the playground itself is strict
    about each length.
    """
    match body:
        case dict():
            return tuple((key, shape(value)) for key, value in sorted(body.items()))
        case list():
            return (list, *sorted({shape(value) for value in body}, key=repr))
        case str():
            return (str, len(body) > 0, len(body) > 80, len(body) > 100, len(body) > 4000)
        case _:
            return (type(body), body)


def check_requests(playground: Playground) -> list[str]:
    """Faults of all requests that a playground has seen."""
    schema = _schema()
    faults = []
    for request in playground.requests:
        route = re.sub(r"^/api/v\d+", "", request.path)
        known = (request.method, schema.route(route), shape(request.json))
        if known not in schema.fine:
            found = schema.faults(request.method, route, request.json)
            faults += found
            if not found:
                schema.fine.add(known)
    return faults


@functools.lru_cache(maxsize=1)
def _schema() -> Schema:
    return Schema(FILE)
