"""Mutated bodies, judged by Discord's schema and by the playground: where the two differ, `differences.txt` says so.

A difference is a request, the place in its body (with the types of components, without indices), what was changed,
and who took it. The playground is stricter where the documentation has a rule that the schema lacks.
"""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.discord_schema import FILE, Schema
from tests.helpers.raw_client import Raw
from tests.playground.documented_bodies import TAKEN
from tests.playground.test_conformance import FULL, REQUESTS, ask, places, raw, replaced

__all__ = ["raw"]

KNOWN = Path(__file__).with_name("differences.txt")
SHARE = 1.0 if "DICENIGHT_SOAK" in os.environ else 0.25
"""The part of the mutants that a run tries, always the same; a soak tries them all."""
Where = tuple[str | int, ...]


def changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Each change to a value, under its name."""
    yield from (
        ("null", None),
        ("text", "words"),
        ("a number", 7),
        ("yes", True),
        ("a list", []),
        ("an object", {}),
    )
    if isinstance(value, str):
        yield from (("empty", ""), ("long", "x" * 4001), ("spaces", "   "))
    if isinstance(value, int) and not isinstance(value, bool):
        yield from (("negative", -1), ("zero", 0), ("large", 1 << 40), ("a fraction", 0.5))
    if isinstance(value, list) and value:
        yield from (("twice", [*value, *value]), ("27 times", value[:1] * 27))


def mutants() -> list[tuple[str, Where, str, Any]]:
    """Every mutant: the body it was, where it was changed, how, and what became of it."""
    found = []
    for name, body in {**TAKEN, **FULL}.items():
        for path in places(body.json):
            value = body.json
            for step in path:
                value = value[step]
            found += [
                (name, path, change, replaced(body.json, path, changed))
                for change, changed in changes(value)
                if changed != value or type(changed) is not type(value)
            ]
            if path and isinstance(path[-1], str):
                found.append((name, path, "left out", without(body.json, path)))
    return found


def without(body: Any, path: Where) -> Any:
    """A body without one field."""
    changed = copy.deepcopy(body)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    return changed


def place(body: Any, path: Where) -> str:
    """A path in words: fields, and the types of the components on the way."""
    words, value = [], body
    for step in path:
        value = value[step]
        if isinstance(step, str):
            words.append(step)
        if isinstance(value, dict) and isinstance(value.get("type"), int) and not isinstance(step, str):
            words[-1:] = (
                [f"{value['type']}"] if words[-1:] == ["components"] else [*words[-1:], f"{value['type']}"]
            )
    return ".".join(words) or "the whole"


@pytest.mark.slow
async def test_every_difference_is_known(raw: Raw) -> None:
    schema, playground = Schema(FILE), raw.playground
    guild, application = playground.guild, playground.world.bot.id
    channel = next(iter(guild.channels.values()))
    tried: dict[str, list[tuple[str, Any]]] = {}
    for name, path, change, body in mutants():
        original = {**TAKEN, **FULL}[name]
        key = f"{original.request} | {place(original.json, path)} | {change}"
        tried.setdefault(key, []).append((original.request, body))
    seen, found = random.Random(7).sample(sorted(tried), int(len(tried) * SHARE)), set()
    for key, request, body in ((which, *each) for which in seen for each in tried[which]):
        if request == "modal":
            method, route = "POST", "/interactions/1/token/callback"
            judged: Any = {"type": 9, "data": body}
        else:
            method, template = REQUESTS[request]
            route = template.format(channel=channel.id, guild=guild.id, application=application)
            judged = body
        by_schema = body is not None and not schema.faults(method, route, judged)
        playground.world.emojis.clear()
        guild.scheduled_events.clear()
        channel.history.clear()  # a nonce seen before would be answered with the old message
        answer = await ask(raw, request, body)
        assert answer.status < 500, (key, answer.body)
        if by_schema != (answer.status < 400):
            found.add(f"{key} | taken by {'the schema' if by_schema else 'the playground'} only")
    if "DICENIGHT_DIFFERENCES" in os.environ:
        KNOWN.write_text("\n".join(sorted(found)) + "\n", "utf-8")
    known = set(KNOWN.read_text("utf-8").splitlines())
    assert sorted(found - known) == []
    gone = {each for each in known if each.rpartition(" | ")[0] in set(seen)} - found
    assert sorted(gone) == []
