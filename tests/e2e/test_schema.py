"""The check against Discord's schema finds what is wrong, or it would be worth nothing."""

from __future__ import annotations

from typing import Any

import pytest

from playground import Playground
from playground.api.rest import RequestRecord
from tests.helpers.discord_schema import FILE, Schema, check_requests

MESSAGES = "/channels/1/messages"
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema(FILE)


def message(*components: Any, **more: Any) -> dict[str, Any]:
    """A message of Components V2."""
    return {"flags": 1 << 15, "components": list(components), **more}


def test_what_is_right_passes(schema: Schema) -> None:
    row = {"type": 1, "components": [BUTTON]}
    kept = [{"id": "77", "filename": "table.png", "description": "A city"}]
    assert schema.faults("POST", MESSAGES, message(row)) == []
    assert schema.faults("PATCH", f"{MESSAGES}/2", message(row, attachments=kept)) == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", MESSAGES, {"content": "x" * 4001}),
        ("POST", MESSAGES, message({"type": 1, "components": [BUTTON] * 6})),
        ("POST", MESSAGES, message({"type": 1, "components": [{**BUTTON, "label": "x" * 81}]})),
        ("POST", MESSAGES, message({"type": 1, "components": [{**BUTTON, "custom_id": "x" * 101}]})),
        ("PATCH", f"{MESSAGES}/2", message(attachments=[{"id": "not a number"}])),
        ("POST", "/interactions/1/token/callback", {"type": 77}),
        ("POST", "/no/such/route", {}),
        ("DELETE", "/gateway", None),
    ],
)
def test_what_is_wrong_is_found(schema: Schema, method: str, path: str, body: Any) -> None:
    assert schema.faults(method, path, body)


async def test_the_requests_of_a_playground_are_looked_at(playground: Playground) -> None:
    wrong = RequestRecord("POST", MESSAGES, MESSAGES, {"content": 7, "tts": "perhaps"}, [])
    playground.requests.append(wrong)
    assert len(check_requests(playground)) >= 1
    playground.requests.clear()
