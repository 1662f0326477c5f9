"""The limits of messages, modals and commands: a body beyond one is refused, and the error names it."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground import Playground
from tests.helpers.raw_client import Json, Raw, button, command, raw_client, row, select, text

V2 = 1 << 15
ITEMS = [{"media": {"url": "https://example.org/x.png"}}]


@pytest.fixture
async def raw(playground: Playground) -> AsyncIterator[Raw]:
    async with raw_client(playground) as client:
        yield client


def container(*children: Json) -> Json:
    return {"type": 17, "components": list(children)}


def section(*texts: Json, accessory: Json | None = None) -> Json:
    return {"type": 9, "components": list(texts), "accessory": accessory or button("accessory")}


REFUSED_COMPONENTS = {
    "41 components": [text(str(i)) for i in range(41)],
    "41 with what is nested": [container(*(text() for _ in range(40)))],
    "4,001 letters": [text("x" * 2000), text("x" * 2001)],
    "empty text": [text("")],
    "six buttons in a row": [row(*(button(str(i)) for i in range(6)))],
    "button and select in a row": [row(button(), select())],
    "two selects in a row": [row(select(), select(custom_id="other"))],
    "26 options": [row(select(26))],
    "no options": [row(select(0))],
    "equal option values": [
        row(select(options=[{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]))
    ],
    "more to choose than there is": [row(select(2, max_values=3))],
    "placeholder of 151": [row(select(placeholder="x" * 151))],
    "label of 81": [row(button(label="x" * 81))],
    "custom_id of 101": [row(button("x" * 101))],
    "custom_id twice": [row(button("a"), button("a"))],
    "no custom_id": [row({"type": 2, "style": 1, "label": "x"})],
    "no label and no emoji": [row({"type": 2, "style": 1, "custom_id": "x"})],
    "link with custom_id": [row(button(style=5, url="https://example.org"))],
    "unknown style": [row(button(style=9))],
    "unknown emoji": [row(button(emoji={"id": "1", "name": "x"}))],
    "word for an emoji": [row(button(emoji={"name": "smile"}))],
    "button outside a row": [button()],
    "container in a container": [container(container(text()))],
    "empty container": [container()],
    "four texts in a section": [section(text(), text(), text(), text())],
    "section without accessory": [{"type": 9, "components": [text()]}],
    "eleven pictures": [{"type": 12, "items": ITEMS * 11}],
    "no such attachment": [{"type": 12, "items": [{"media": {"url": "attachment://gone.png"}}]}],
    "file that is no attachment": [{"type": 13, "file": {"url": "https://example.org/x.txt"}}],
    "alt text of 1,025": [{"type": 12, "items": [{**ITEMS[0], "description": "x" * 1025}]}],
    "unknown kind": [{"type": 99}],
    "text input in a message": [row({"type": 4, "custom_id": "x", "style": 1, "label": "x"})],
    "id twice": [{**text(), "id": 7}, {**text(), "id": 7}],
    "colour out of range": [{**container(text()), "accent_color": 1 << 24}],
    "not an object": ["words"],
}


@pytest.mark.parametrize("components", REFUSED_COMPONENTS.values(), ids=REFUSED_COMPONENTS)
async def test_components_refused(playground: Playground, raw: Raw, components: list[Any]) -> None:
    tavern = playground.guild.channel("tavern")
    answer = await raw.send(tavern.id, flags=V2, components=components)
    assert answer.refusal == (400, 50035)
    assert answer.body["errors"]["components"]
    assert not tavern.messages


async def test_components_at_their_limits(playground: Playground, raw: Raw) -> None:
    tavern = playground.guild.channel("tavern")
    full = [
        container(
            text("x" * 3994),
            *(row(*(button(f"{i}.{j}", "x" * 80) for j in range(5))) for i in range(5)),
            row(select(25, max_values=25)),
            section(text("a"), text("b"), text("c"), accessory=button("y" * 100)),
        )
    ]
    answer = await raw.send(tavern.id, flags=V2, components=full)
    assert answer.status == 200
    ids = [each["id"] for each in _walk(answer.body["components"])]
    assert sorted(ids) == list(range(1, len(ids) + 1)), "every component has an id of its own"


def _walk(components: list[Json]) -> list[Json]:
    found = []
    for each in components:
        found += [each, *_walk(each.get("components", []))]
        found += _walk([each["accessory"]] if "accessory" in each else [])
    return found


@pytest.mark.parametrize("name", ["content", "embeds"])
async def test_nothing_stands_beside_v2(playground: Playground, raw: Raw, name: str) -> None:
    value: Any = {"content": "words", "embeds": [{"title": "words"}]}[name]
    tavern = playground.guild.channel("tavern")
    answer = await raw.send(tavern.id, flags=V2, components=[text()], **{name: value})
    assert answer.complaints(name) == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]


async def test_v2_flag_cannot_be_taken_off(playground: Playground, raw: Raw) -> None:
    tavern = playground.guild.channel("tavern")
    sent = (await raw.send(tavern.id, flags=V2, components=[text()])).body
    path = f"/channels/{tavern.id}/messages/{sent['id']}"
    answer = await raw.ask("PATCH", path, {"flags": 0, "components": []})
    assert answer.refusal == (400, 50035)
    assert tavern.messages[0].text == "words"


async def test_classic_message_turns_v2_without_its_words(playground: Playground, raw: Raw) -> None:
    tavern = playground.guild.channel("tavern")
    sent = (await raw.send(tavern.id, content="words")).body
    path = f"/channels/{tavern.id}/messages/{sent['id']}"
    changed = {"flags": V2, "components": [text("new")]}
    assert (await raw.ask("PATCH", path, changed)).refusal == (400, 50035)
    assert (await raw.ask("PATCH", path, {**changed, "content": None})).status == 200
    assert tavern.messages[0].text == "new"


REFUSED_MESSAGES: dict[str, tuple[Json, int]] = {
    "nothing": ({}, 50006),
    "only spaces": ({"content": "  "}, 50006),
    "2,001 letters": ({"content": "x" * 2001}, 50035),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, 50035),
    "6,001 letters of embeds": ({"embeds": [{"description": "x" * 3001}] * 2}, 50035),
    "v2 component without the flag": ({"content": "x", "components": [text()]}, 50035),
    "six rows": ({"content": "x", "components": [row(button(str(i))) for i in range(6)]}, 50035),
    "attachment without a file": ({"content": "x", "attachments": [{"id": 0}]}, 50035),
    "reply to nothing": ({"content": "x", "message_reference": {"message_id": "1"}}, 50035),
}


@pytest.mark.parametrize(("message", "code"), REFUSED_MESSAGES.values(), ids=REFUSED_MESSAGES)
async def test_messages_refused(playground: Playground, raw: Raw, message: Json, code: int) -> None:
    answer = await raw.send(playground.guild.channel("tavern").id, **message)
    assert answer.refusal == (400, code)


async def test_eleven_files_and_one_too_large(playground: Playground, raw: Raw) -> None:
    tavern = playground.guild.channel("tavern")
    path = f"/channels/{tavern.id}/messages"

    def form(*contents: bytes) -> aiohttp.FormData:
        made = aiohttp.FormData(quote_fields=False)
        made.add_field("payload_json", "{}")
        for i, content in enumerate(contents):
            made.add_field(f"files[{i}]", io.BytesIO(content), filename=f"{i}.bin")
        return made

    assert (await raw.ask("POST", path, data=form(*[b"x"] * 11))).refusal == (400, 50035)
    large = await raw.ask("POST", path, data=form(b"x" * (10 * 1024 * 1024 + 1)))
    assert large.refusal == (413, 40005)
    good = await raw.ask("POST", path, data=form(b"x" * 10))
    async with raw.session.get(good.body["attachments"][0]["url"]) as response:
        assert await response.read() == b"x" * 10


def label(component: Json, **more: Any) -> Json:
    return {"type": 18, "label": "label", "component": component, **more}


def text_input(**more: Any) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1, **more}


def radio(count: int) -> Json:
    options = [{"label": str(i), "value": str(i)} for i in range(count)]
    return {"type": 21, "custom_id": "r", "options": options}


REFUSED_MODALS: dict[str, Json] = {
    "title of 46": {"title": "x" * 46, "components": [label(text_input())]},
    "six items": {"components": [label(text_input(custom_id=str(i))) for i in range(6)]},
    "no items": {"components": []},
    "label of 46": {"components": [label(text_input(), label="x" * 46)]},
    "description of 101": {"components": [label(text_input(), description="x" * 101)]},
    "value of 4,001": {"components": [label(text_input(value="x" * 4001))]},
    "one radio button": {"components": [label(radio(1))]},
    "eleven radio buttons": {"components": [label(radio(11))]},
    "row of a text without label": {"components": [row(text_input())]},
    "button in a modal": {"components": [row(button())]},
    "bare text input": {"components": [text_input()]},
    "custom_id twice": {"components": [label(text_input()), label(text_input())]},
    "no custom_id": {"custom_id": None, "components": [label(text_input())]},
}


@pytest.mark.parametrize("data", REFUSED_MODALS.values(), ids=REFUSED_MODALS)
async def test_modals_refused(playground: Playground, raw: Raw, data: Json) -> None:
    await raw.register(command())
    interaction = await playground.member("Ann").slash(playground.guild.channel("tavern"), "ping", wait=False)
    answer = await raw.answer(interaction, 9, **{"title": "title", "custom_id": "modal", **data})
    assert answer.refusal == (400, 50035)
    assert not interaction.acknowledged
    assert [error.code for error in interaction.refused] == [50035]


def option(name: str = "o", **more: Any) -> Json:
    return {"type": 3, "name": name, "description": "d", **more}


REFUSED_COMMANDS: dict[str, Json] = {
    "upper case": command("Ping"),
    "a space": command("ping pong"),
    "33 letters": command("x" * 33),
    "no description": command(description=""),
    "26 options": command(options=[option(f"o{i}") for i in range(26)]),
    "26 choices": command(options=[option(choices=[{"name": str(i), "value": str(i)} for i in range(26)])]),
    "26 subcommands": command(options=[option(f"s{i}", type=1) for i in range(26)]),
    "required after optional": command(options=[option("a"), option("b", required=True)]),
    "options twice": command(options=[option("a"), option("a")]),
    "subcommand beside option": command(options=[option("a", type=1), option("b")]),
    "group in a group": command(options=[option("a", type=2, options=[option("b", type=2)])]),
    "choices and autocomplete": command(
        options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]
    ),
}


@pytest.mark.parametrize("bad", REFUSED_COMMANDS.values(), ids=REFUSED_COMMANDS)
async def test_commands_refused_as_a_whole(playground: Playground, raw: Raw, bad: Json) -> None:
    answer = await raw.register(command("good"), bad)
    assert answer.refusal == (400, 50035)
    assert playground.commands.get_all(None) == []


async def test_hundred_commands_and_no_more(raw: Raw) -> None:
    many = [command(f"c{i}") for i in range(101)]
    assert (await raw.register(*many)).refusal == (400, 30032)
    assert (await raw.register(*many[:100])).status == 200
    application = raw.playground.world.bot.id
    assert (await raw.ask("POST", f"/applications/{application}/commands", many[100])).refusal == (400, 30032)
    assert (await raw.register(command("a"), command("a"))).refusal == (400, 50035)


async def test_emojis(playground: Playground, raw: Raw) -> None:
    path = f"/applications/{playground.world.bot.id}/emojis"
    picture = "data:image/png;base64,iVBORw0KGgo="
    assert (await raw.ask("POST", path, {"name": "x", "image": picture})).refusal == (400, 50035)
    assert (await raw.ask("POST", path, {"name": "wolf", "image": "wolf.png"})).refusal == (400, 50035)
    made = (await raw.ask("POST", path, {"name": "wolf", "image": picture})).body
    assert (await raw.ask("POST", path, {"name": "wolf", "image": picture})).refusal == (400, 50035)
    assert [each["name"] for each in (await raw.ask("GET", path)).body["items"]] == ["wolf"]
    tavern = playground.guild.channel("tavern")
    emoji = {"id": int(made["id"]), "name": "wolf"}
    sent = await raw.send(tavern.id, content="x", components=[row(button(emoji=emoji))])
    assert sent.body["components"][0]["components"][0]["emoji"]["id"] == made["id"]
    async with raw.session.get(f"{playground.files_url}/emojis/{made['id']}.png") as response:
        assert response.status == 200
    assert (await raw.ask("DELETE", f"{path}/{made['id']}")).status == 204
    assert (await raw.ask("DELETE", f"{path}/{made['id']}")).refusal == (404, 10014)
