"""The real discord.py client against the playground: every kind of answer, and reconnects."""

from __future__ import annotations

import discord
import pytest

from playground import CommandRefused, FormRefused, NotPressable, Playground
from tests.helpers.as_discord import as_discord
from tests.playground.conftest import TinyBot, running


async def test_public_answer(playground: Playground, bot: TinyBot) -> None:
    tavern = playground.guild.channel("tavern")
    reply = await playground.member("Ann").slash(tavern, "hello", name="Bob")
    assert (reply.kind, reply.ephemeral, reply.text) == ("message", False, "hello Bob")
    assert tavern.messages == [reply.message]


async def test_private_answer_edit_and_follow_up(playground: Playground, bot: TinyBot) -> None:
    tavern, ann, bob = playground.guild.channel("tavern"), playground.member("Ann"), playground.member("Bob")
    reply = await ann.slash(tavern, "whisper")
    assert reply.ephemeral
    await playground.wait_for(lambda: reply.followups)
    assert [message.text for message in ann.ephemerals(tavern)] == ["psst, edited", "and more"]
    assert not bob.messages(tavern)
    assert not tavern.messages


async def test_deferred_answer_fills_in_the_thinking_message(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    reply = await ann.slash(tavern, "later")
    assert reply.kind == "deferred"
    assert reply.message is not None
    assert reply.message.loading
    bot.hold.set()
    await playground.wait_for(lambda: reply.text == "done")
    assert not reply.message.loading
    assert reply.ephemeral


async def test_button_updates_its_message(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    shown = await ann.slash(tavern, "panel")
    for count in (1, 2):
        reply = await ann.press(shown.message, "Again")
        assert reply.kind == "update"
        assert reply.message is shown.message
        assert f"pressed {count} times" in reply.text


async def test_modal_with_text_and_choice(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    shown = await ann.slash(tavern, "panel")
    asked = await ann.press(shown.message, "Ask…")
    assert asked.kind == "modal"
    with pytest.raises(FormRefused, match="required"):
        await ann.submit(asked.modal, {"side": "l"})
    reply = await ann.submit(asked.modal, {"word": "seven", "Your side": "Right"})
    assert reply.text == "you said seven on r"


async def test_select(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    shown = await ann.slash(tavern, "choose")
    with pytest.raises(FormRefused):
        await ann.select(shown.message, "A colour", ["Green"])
    reply = await ann.select(shown.message, "A colour", ["Blue"])
    assert reply.text == "chosen: b"
    assert reply.message is not None
    assert not reply.message.selects


async def test_autocomplete_and_subcommand(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    offered = await ann.autocomplete(tavern, "table open", focused="game", value="th")
    assert offered == [("threes", "threes"), ("thirteen", "thirteen")]
    reply = await ann.slash(tavern, "table open", game="threes", stake=5)
    assert reply.text == "threes for 5"


async def test_client_refuses_what_discords_would(playground: Playground, bot: TinyBot) -> None:
    tavern, ann, bob = playground.guild.channel("tavern"), playground.member("Ann"), playground.member("Bob")
    for options in ({}, {"game": "threes", "stake": 11}, {"game": "threes", "colour": "red"}):
        with pytest.raises(CommandRefused):
            await ann.slash(tavern, "table open", **options)
    with pytest.raises(CommandRefused, match="permissions"):
        await bob.slash(tavern, "doctor", member=ann)
    assert "doctor" not in bob.commands(tavern)
    reply = await ann.slash(tavern, "doctor", member=bob)
    assert reply.text == "Bob is well"
    shown = await ann.slash(tavern, "panel")
    with pytest.raises(NotPressable):
        await ann.press(shown.message, "Nothing")


async def test_dropped_gateway_is_resumed_and_misses_nothing(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    ann.say(tavern, "before")
    playground.faults.drop_gateway()
    await playground.wait_for(lambda: not playground.connected)
    reply = await ann.slash(tavern, "hello", wait=False)
    await reply.wait_for_answer(10)
    assert reply.text == "hello you"
    assert playground.gateway.resumes == 1


async def test_asked_to_reconnect_it_resumes(playground: Playground, bot: TinyBot) -> None:
    playground.faults.gateway_reconnect()
    await playground.wait_for(lambda: playground.gateway.resumes == 1, 10)
    reply = await playground.member("Ann").slash(playground.guild.channel("tavern"), "hello")
    assert reply.text == "hello you"


async def test_message_of_the_bot_in_a_channel(playground: Playground, bot: TinyBot) -> None:
    tavern = playground.guild.channel("tavern")
    place = bot.get_channel(tavern.id)
    assert isinstance(place, discord.TextChannel)
    sent = await place.send("a picture", file=discord.File(__file__, "x.py"))
    await sent.edit(content="changed")
    assert tavern.messages[-1].text == "changed"
    assert tavern.messages[-1].attachments[0].filename == "x.py"
    thread = await sent.create_thread(name="aside")
    await thread.send("inside")
    assert playground.guild.channel("aside").messages[-1].text == "inside"
    fetched = await place.fetch_message(sent.id)
    assert fetched.content == "changed"
    await fetched.delete()
    assert not tavern.messages


class Sharded(discord.AutoShardedClient):
    """A client that asks the playground for the gateway's address and the number of shards."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, as the playground does not enforce the seconds between two."""


async def test_two_shards() -> None:
    async with as_discord(Playground(shards=2)) as playground:
        guilds = [playground.guild, *(playground.add_guild(f"guild {i}") for i in range(4))]
        client = Sharded(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        async with running(client, playground):
            assert {guild.id: guild.shard_id for guild in client.guilds} == {
                guild.id: (guild.id >> 22) % 2 for guild in guilds
            }
            playground.faults.drop_gateway()
            await playground.wait_for(lambda: playground.gateway.resumes == 2, 10)


async def test_invalid_session_that_may_resume(playground: Playground, bot: TinyBot) -> None:
    await playground.faults.invalidate_session(resumable=True)
    await playground.wait_for(lambda: playground.gateway.resumes == 1, 10)


async def test_idle_waits_for_the_last_request(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    await ann.slash(tavern, "whisper", wait=False)
    await playground.idle()
    assert [message.text for message in ann.ephemerals(tavern)] == ["psst, edited", "and more"]


async def test_interaction_delivered_twice_is_answered_once(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    reply = await ann.slash(tavern, "hello")
    playground.replay_last_interaction()
    await playground.wait_for(lambda: reply.refused)
    assert [error.code for error in reply.refused] == [40060]
    assert len(tavern.messages) == 1
