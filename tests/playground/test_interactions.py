"""Deadlines, tokens and double answers of interactions, and the visibility of messages."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from playground import CommandRefused, FormRefused, Interaction, ManualClock, NotPressable, Playground
from tests.helpers.raw_client import Json, Raw, button, command, raw_client, row

EPHEMERAL = 64


@pytest.fixture
async def raw(clock: ManualClock) -> AsyncIterator[Raw]:
    async with Playground(clock=clock, rate_limits=False) as playground, raw_client(playground) as client:
        await client.register(command())
        yield client


async def ping(raw: Raw, name: str = "Ann") -> Interaction:
    tavern = raw.playground.guild.channel("tavern")
    return await raw.playground.member(name).slash(tavern, "ping", wait=False)


async def test_answer_within_three_seconds(raw: Raw, clock: ManualClock) -> None:
    in_time, late = await ping(raw), await ping(raw)
    clock.advance(3.0)
    assert (await raw.answer(in_time, 4, content="here")).status == 204
    clock.advance(0.1)
    assert (await raw.answer(late, 4, content="too late")).refusal == (404, 10062)
    assert not late.acknowledged


async def test_second_answer_is_refused(raw: Raw) -> None:
    interaction = await ping(raw)
    await raw.answer(interaction, 5)
    assert (await raw.answer(interaction, 4, content="again")).refusal == (400, 40060)


async def test_refused_answer_may_be_tried_again(raw: Raw) -> None:
    interaction = await ping(raw)
    assert (await raw.answer(interaction, 4, content="x" * 2001)).refusal == (400, 50035)
    assert (await raw.answer(interaction, 4, content="x")).status == 204


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 99, None])
async def test_command_cannot_be_answered_so(raw: Raw, kind: int) -> None:
    assert (await raw.answer(await ping(raw), kind)).refusal == (400, 50035)


async def test_unknown_token_or_id(raw: Raw) -> None:
    interaction = await ping(raw)
    path = f"/interactions/{interaction.id}/forged/callback"
    assert (await raw.ask("POST", path, {"type": 5})).refusal == (404, 10062)
    path = f"/interactions/1/{interaction.token}/callback"
    assert (await raw.ask("POST", path, {"type": 5})).refusal == (404, 10062)


async def test_webhook_before_the_answer(raw: Raw) -> None:
    interaction = await ping(raw)
    assert (await raw.webhook("POST", interaction, content="x")).refusal == (404, 10015)


async def test_token_lives_fifteen_minutes(raw: Raw, clock: ManualClock) -> None:
    interaction = await ping(raw)
    await raw.answer(interaction, 4, content="x", flags=EPHEMERAL)
    clock.advance(15 * 60)
    original = "/messages/@original"
    assert (await raw.webhook("PATCH", interaction, original, content="y")).status == 200
    clock.advance(1)
    for method, rest in (("PATCH", original), ("GET", original), ("DELETE", original), ("POST", "")):
        answer = await raw.webhook(method, interaction, rest, content="z")
        assert answer.refusal == (401, 50027)
    assert interaction.text == "y"


async def test_ephemeral_is_out_of_reach_of_the_channel(raw: Raw) -> None:
    interaction = await ping(raw)
    await raw.answer(interaction, 4, content="x", flags=EPHEMERAL)
    assert interaction.message is not None
    path = f"/channels/{interaction.channel.id}/messages/{interaction.message.id}"
    for method in ("GET", "PATCH", "DELETE"):
        assert (await raw.ask(method, path, {"content": "y"})).refusal == (404, 10008)
    assert (await raw.ask("GET", f"/channels/{interaction.channel.id}/messages")).body == []


async def test_ephemeral_is_its_readers_alone(raw: Raw) -> None:
    tavern = raw.playground.guild.channel("tavern")
    ann, bob = raw.playground.member("Ann"), raw.playground.member("Bob")
    interaction = await ping(raw)
    await raw.answer(interaction, 4, content="x", flags=EPHEMERAL, components=[row(button())])
    assert ann.ephemerals(tavern) == [interaction.message]
    assert bob.messages(tavern) == []
    with pytest.raises(NotPressable, match="not for Bob"):
        await bob.press(interaction.message, "label")
    assert interaction.message is not None
    ann.dismiss(interaction.message)
    assert ann.ephemerals(tavern) == []
    with pytest.raises(NotPressable, match="gone"):
        await ann.press(interaction.message, "label")


async def test_a_dismissed_message_is_edited_all_the_same(raw: Raw) -> None:
    """The bot cannot know that nobody sees it: at Discord such an edit succeeds."""
    tavern, ann = raw.playground.guild.channel("tavern"), raw.playground.member("Ann")
    interaction = await ping(raw)
    await raw.answer(interaction, 4, content="x", flags=EPHEMERAL)
    ann.restart_app()
    assert ann.ephemerals(tavern) == []
    assert (await raw.webhook("PATCH", interaction, "/messages/@original", content="y")).status == 200
    assert ann.ephemerals(tavern) == []
    assert (await raw.webhook("DELETE", interaction, "/messages/@original")).status == 204


async def test_follow_ups_are_edited_and_deleted_by_id(raw: Raw) -> None:
    interaction = await ping(raw)
    await raw.answer(interaction, 4, content="first")
    second = (await raw.webhook("POST", interaction, content="second")).body["id"]
    assert (await raw.webhook("PATCH", interaction, f"/messages/{second}", content="2nd")).status == 200
    assert [each.text for each in interaction.channel.messages] == ["first", "2nd"]
    assert (await raw.webhook("DELETE", interaction, f"/messages/{second}")).status == 204
    assert (await raw.webhook("GET", interaction, f"/messages/{second}")).refusal == (404, 10008)
    assert (await raw.webhook("GET", interaction, "/messages/@original")).body["content"] == "first"


async def test_follow_up_fills_in_a_deferred_answer_and_keeps_its_reader(raw: Raw) -> None:
    interaction = await ping(raw)
    await raw.answer(interaction, 5, flags=EPHEMERAL)
    assert interaction.message is not None
    assert interaction.message.loading
    answer = await raw.webhook("POST", interaction, content="done")
    assert answer.body["id"] == str(interaction.message.id)
    assert not interaction.message.loading
    assert interaction.ephemeral


async def test_button_knows_its_message(raw: Raw) -> None:
    tavern, bob = raw.playground.guild.channel("tavern"), raw.playground.member("Bob")
    await raw.send(tavern.id, content="x", components=[row(button("a"), button("b", "off", disabled=True))])
    message = tavern.messages[-1]
    press = await bob.press(message, custom_id="a", wait=False)
    assert press.payload["message"]["id"] == str(message.id)
    assert press.payload["member"]["user"]["id"] == str(bob.id)
    assert (await raw.answer(press, 7, content="y", components=[])).status == 204
    assert press.message is message
    assert message.text == "y"
    with pytest.raises(NotPressable):
        await bob.press(message, custom_id="a")


async def test_disabled_button_can_be_forged(raw: Raw) -> None:
    tavern, bob = raw.playground.guild.channel("tavern"), raw.playground.member("Bob")
    await raw.send(tavern.id, content="x", components=[row(button("b", "off", disabled=True))])
    message = tavern.messages[-1]
    with pytest.raises(NotPressable, match="disabled"):
        await bob.press(message, "off")
    forced = await bob.press(message, "off", force=True, wait=False)
    forged = await bob.press_raw(tavern, message.id, "never there", wait=False)
    assert (forced.data["custom_id"], forged.data["custom_id"]) == ("b", "never there")


async def test_press_on_a_deleted_message(raw: Raw) -> None:
    tavern, bob = raw.playground.guild.channel("tavern"), raw.playground.member("Bob")
    await raw.send(tavern.id, content="x", components=[row(button())])
    message = tavern.messages[-1]
    raw.playground.world.delete_message(message)
    with pytest.raises(NotPressable, match="gone"):
        await bob.press(message, "label")
    press = await bob.press_raw(tavern, message.id, "id", wait=False)
    assert (await raw.answer(press, 7, content="y")).refusal == (404, 10008)
    assert (await raw.answer(press, 4, content="that is gone")).status == 204


async def test_modal_is_submitted_where_it_was_opened(raw: Raw) -> None:
    tavern, ann = raw.playground.guild.channel("tavern"), raw.playground.member("Ann")
    await raw.send(tavern.id, content="x", components=[row(button())])
    press = await ann.press(tavern.messages[-1], "label", wait=False)
    field = {"type": 18, "label": "How many", "component": {"type": 4, "custom_id": "n", "style": 1}}
    await raw.answer(press, 9, title="Amount", custom_id="amount", components=[field])
    assert (await raw.webhook("GET", press, "/messages/@original")).refusal == (404, 10008)
    sent = await ann.submit(press.modal, {"How many": "3"}, wait=False)
    assert sent.data["components"][0]["component"]["value"] == "3"
    assert (await raw.answer(sent, 7, content="y")).status == 204
    assert tavern.messages[-1].content == "y"


async def test_an_answer_to_a_modal_names_the_press_that_opened_it(raw: Raw) -> None:
    tavern, ann = raw.playground.guild.channel("tavern"), raw.playground.member("Ann")
    await raw.send(tavern.id, content="x", components=[row(button())])
    press = await ann.press(tavern.messages[-1], "label", wait=False)
    field = {"type": 18, "label": "How many", "component": {"type": 4, "custom_id": "n", "style": 1}}
    await raw.answer(press, 9, title="Amount", custom_id="amount", components=[field])
    sent = await ann.submit(press.modal, {"How many": "3"}, wait=False)
    assert (await raw.answer(sent, 4, content="three")).status == 204
    metadata = tavern.messages[-1].interaction
    assert metadata is not None
    assert metadata["triggering_interaction_metadata"]["id"] == str(press.id)


async def test_with_response_tells_of_the_message(raw: Raw) -> None:
    interaction = await ping(raw)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    answer = await raw.ask("POST", path, {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}})
    assert interaction.message is not None
    assert answer.body["interaction"]["response_message_id"] == str(interaction.message.id)
    assert answer.body["interaction"]["response_message_ephemeral"] is True
    assert answer.body["resource"]["message"]["content"] == "x"


async def test_unanswered_interaction_tells_what_is_seen(raw: Raw) -> None:
    raw.playground.member("Bob").say(raw.playground.guild.channel("tavern"), "anybody here?")
    interaction = await ping(raw)
    with pytest.raises(TimeoutError, match="anybody here"):
        await interaction.wait_for_answer(0.01)
    with pytest.raises(TimeoutError, match="no bot is connected"):
        await raw.playground.wait_for(lambda: interaction.acknowledged, 0.01)


async def test_mentions_reach_only_whom_they_may(raw: Raw) -> None:
    tavern, ann, bob = (
        raw.playground.guild.channel("tavern"),
        raw.playground.member("Ann"),
        raw.playground.member("Bob"),
    )
    words = f"{ann.mention} and {bob.mention}"
    for allowed, reached in (
        ({"parse": []}, []),
        ({"parse": [], "users": [str(bob.id)]}, [bob.user]),
        ({"parse": ["users"]}, [ann.user, bob.user]),
        (None, [ann.user, bob.user]),
    ):
        await raw.send(tavern.id, content=words, allowed_mentions=allowed)
        assert tavern.messages[-1].pings == reached
    both = {"parse": ["users"], "users": [str(bob.id)]}
    assert (await raw.send(tavern.id, content=words, allowed_mentions=both)).refusal == (400, 50035)


async def test_modal_with_every_kind_of_field(raw: Raw) -> None:
    playground, ann, bob = raw.playground, raw.playground.member("Ann"), raw.playground.member("Bob")
    options = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2", "default": True}]
    fields = {
        "Choice": {"type": 3, "custom_id": "choice", "options": options},
        "Who": {"type": 5, "custom_id": "who"},
        "Some": {"type": 22, "custom_id": "some", "options": options},
        "Sure": {"type": 23, "custom_id": "sure"},
    }
    labels = [{"type": 18, "label": name, "component": each} for name, each in fields.items()]
    opened = await ping(raw)
    answer = await raw.answer(
        opened, 9, title="All", custom_id="all", components=[*labels, {"type": 10, "content": "words"}]
    )
    assert answer.status == 204
    refused: list[Json] = [
        {"Who": []},
        {"Choice": "Three"},
        {"Nobody": "x"},
        {"Who": bob, "Some": ["1", "2", "3"]},
    ]
    for bad in refused:
        with pytest.raises(FormRefused):
            await ann.submit(opened.modal, bad, wait=False)
    sent = await ann.submit(opened.modal, {"who": bob, "Some": ["One", "Two"], "sure": True}, wait=False)
    filled = [top["component"] for top in sent.data["components"] if "component" in top]
    assert [each.get("values", each.get("value")) for each in filled] == [
        ["2"],
        [str(bob.id)],
        ["1", "2"],
        True,
    ]
    assert sent.data["resolved"]["users"][str(bob.id)]["global_name"] == "Bob"
    assert playground.interactions.pending


async def test_options_of_every_kind(raw: Raw) -> None:
    playground, ann, bob = raw.playground, raw.playground.member("Ann"), raw.playground.member("Bob")
    tavern = playground.guild.channel("tavern")
    kinds = {"text": 3, "count": 4, "sure": 5, "who": 6, "where": 7, "role": 8, "any": 9, "part": 10}
    await raw.register(
        command(options=[{"type": kind, "name": name, "description": "d"} for name, kind in kinds.items()])
    )
    role = playground.world.add_role(playground.guild, "guests")
    given = {
        "text": "x",
        "count": "3",
        "sure": "true",
        "who": bob,
        "where": tavern,
        "role": role,
        "any": bob,
        "part": 0.5,
    }
    sent = await ann.run(tavern, "ping", given, wait=False)
    values = {option["name"]: option["value"] for option in sent.data["options"]}
    assert values == {
        "text": "x",
        "count": 3,
        "sure": True,
        "who": str(bob.id),
        "where": str(tavern.id),
        "role": str(role.id),
        "any": str(bob.id),
        "part": 0.5,
    }
    assert sorted(sent.data["resolved"]) == ["channels", "members", "roles", "users"]
    for bad in ({"count": "three"}, {"sure": "perhaps"}, {"who": 1}, {"where": 1}):
        with pytest.raises(CommandRefused):
            await ann.run(tavern, "ping", bad, wait=False)


async def test_where_commands_are_offered(raw: Raw) -> None:
    playground, ann, bob = raw.playground, raw.playground.member("Ann"), raw.playground.member("Bob")
    tavern = playground.guild.channel("tavern")
    await raw.register(
        command("everywhere"),
        command("direct", contexts=[1]),
        command("admins", default_member_permissions="0"),
    )
    assert ann.commands(tavern) == ["everywhere", "admins"]
    assert bob.commands(tavern) == ["everywhere"]
    cid = playground.member("Cid")
    cid.give_role(playground.world.add_role(playground.guild, "keepers", 1 << 3))
    assert cid.commands(tavern) == ["everywhere", "admins"]
    playground.revoke(tavern, "use_application_commands", of=bob)
    with pytest.raises(CommandRefused, match="may not use"):
        await bob.slash(tavern, "everywhere", wait=False)
    playground.world.remove_bot(playground.guild)
    assert ann.commands(tavern) == []


async def test_admins_change_where_and_to_whom_commands_are_offered(raw: Raw) -> None:
    playground, ann, bob = raw.playground, raw.playground.member("Ann"), raw.playground.member("Bob")
    guild, commands = playground.guild, playground.commands
    tavern, cellar = guild.channel("tavern"), guild.channel("cellar")
    await raw.register(command("open"), command("admins", default_member_permissions="0"))
    commands.permit(guild, "open", tavern, False)
    assert bob.commands(tavern) == []
    assert bob.commands(cellar) == ["open"]
    assert ann.commands(tavern) == ["open", "admins"], "an admin may use all"
    commands.permit(guild, "admins", bob.member_of(guild), True)
    commands.permit(guild, "open", guild.everyone, False)
    assert bob.commands(cellar) == ["admins"]
    with pytest.raises(CommandRefused, match="is not for Bob"):
        await bob.slash(cellar, "open", wait=False)
    with pytest.raises(LookupError):
        commands.permit(guild, "nothing", tavern, False)


async def test_old_tokens_are_forgotten(raw: Raw, clock: ManualClock) -> None:
    old = await ping(raw)
    clock.advance(901)
    await ping(raw)
    assert old.token not in raw.playground.interactions.by_token
    assert (await raw.answer(old, 4, content="x")).refusal == (404, 10062)
