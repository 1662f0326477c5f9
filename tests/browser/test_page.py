"""The page in a real browser: commands, messages, modals, pictures and its panels."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest_asyncio
from PIL import Image
from playwright.async_api import expect

from tests.browser.test_accessible import open_modal
from tests.e2e.conftest import Evening
from tests.helpers.browser_seat import DESKTOP, PHONE, Visitor, Visitors
from tests.helpers.raw_client import Raw


@pytest_asyncio.fixture(loop_scope="session")
async def raw(evening: Evening) -> AsyncIterator[Raw]:
    """The bot's side of the connection, to post what no game posts."""
    async with aiohttp.ClientSession() as session:
        yield Raw(evening.playground, session)


def png(colour: str = "teal") -> bytes:
    """Return a small picture."""
    buffer = io.BytesIO()
    Image.new("RGB", (640, 320), colour).save(buffer, "PNG")
    return buffer.getvalue()


async def test_a_command_is_found_typed_and_completed(ann: Visitor) -> None:
    line = ann.page.get_by_role("combobox", name="Message, or / for commands")
    await line.fill("/purse")
    offered = ann.page.get_by_role("listbox").get_by_role("option")
    await expect(offered.first).to_contain_text("/purse")
    await line.fill("/table open")
    await expect(offered.first).to_contain_text("game")
    await line.press("Enter")
    game = ann.page.get_by_label("game", exact=True)
    await game.press_sequentially("lucky")
    await expect(offered).to_have_count(1)
    await expect(offered).to_contain_text("Lucky No. 13")
    await expect(ann.page.get_by_role("button", name="Send", exact=True)).to_be_in_viewport(ratio=1)
    await offered.click()
    await expect(game).to_have_value(re.compile("^Lucky No. 13 · "))
    await ann.click(ann.page.get_by_role("button", name="Send", exact=True))
    await expect(ann.board).to_contain_text("Lucky No. 13")
    await expect(ann.having("Your table is open")).to_contain_text("Ann used /table")


async def test_what_the_client_refuses_is_said_and_nothing_is_sent(ann: Visitor) -> None:
    await ann.page.get_by_role("combobox", name="Message, or / for commands").fill("/table open")
    await ann.page.keyboard.press("Enter")
    await ann.page.get_by_label("game", exact=True).press_sequentially("lucky")
    await ann.page.get_by_label("stake", exact=True).fill("1")
    await ann.page.get_by_role("button", name="Send", exact=True).click()
    assert await ann.page.get_by_label("stake", exact=True).evaluate("box => !box.validity.valid")
    assert ann.evening.playground.interactions.last is None or not ann.channel.messages


async def test_a_modal_is_filled_in_and_sent(ann: Visitor) -> None:
    await open_modal(ann)
    dialog = ann.page.get_by_role("dialog")
    box = dialog.get_by_role("textbox")
    await expect(box).to_be_focused()
    await box.fill("owl")
    await ann.click(dialog.get_by_role("button", name="Submit"))
    await expect(dialog).to_be_hidden()
    assert ann.evening.table(ann.channel).state.seats[0].word == "owl"


async def test_a_modal_can_be_left(ann: Visitor) -> None:
    await open_modal(ann)
    await ann.page.keyboard.press("Escape")
    await expect(ann.page.get_by_role("dialog")).to_be_hidden()
    assert ann.evening.table(ann.channel).state.seats[0].word == ""


async def test_a_select_of_one_by_mouse(ann: Visitor) -> None:
    await ann.slash("rules")
    await ann.page.get_by_role("combobox", name="Which game?").click()
    await ann.click(ann.page.get_by_role("option", name=re.compile("^Threes")))
    await expect(ann.having("All the rules")).to_be_visible()


async def test_a_select_of_several_by_keyboard(ann: Visitor) -> None:
    await ann.slash("notify me")
    games = ann.page.get_by_role("combobox", name="Games: all of them")
    await games.focus()
    await ann.page.keyboard.press("ArrowDown")
    options = ann.page.get_by_role("listbox").get_by_role("option")
    chosen = options.filter(has_text="Dragon Hordes")
    await ann.page.keyboard.type("dragon")
    await ann.page.keyboard.press("Space")
    await expect(chosen).to_have_attribute("aria-selected", "true")
    last = ann.evening.playground.interactions.last
    await ann.page.keyboard.press("Escape")
    assert ann.evening.playground.interactions.last is last, "closing sends nothing"
    await ann.page.keyboard.press("ArrowDown")
    await ann.page.keyboard.press("Enter")
    await ann.evening.playground.wait_for(lambda: ann.evening.playground.interactions.last is not last)
    await expect(ann.having("Dragon Hordes")).to_be_visible()


async def test_a_form_of_radio_buttons_boxes_and_selects(ann: Visitor) -> None:
    await ann.slash("table open", game="rogues")
    await ann.press("Settings", ann.board)
    await ann.press("Game and stakes", ann.having("Settings"))
    dialog = ann.page.get_by_role("dialog")
    await dialog.get_by_label("Stakes").select_option("Buy-in 10")
    await dialog.get_by_label("Computer players").select_option("Level 7")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_be_hidden()
    settings = ann.evening.table(ann.channel).state.settings
    assert (settings.buy_in, settings.computers) == (10, "7")
    await ann.press("Variants", ann.having("Settings"))
    await dialog.get_by_role("checkbox", name=re.compile("^Dragon Cards")).check()
    await dialog.get_by_role("radio", name="King").check()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(ann.board).to_contain_text("Dragon Cards")
    options = ann.evening.table(ann.channel).state.options
    assert options == {"dragon_cards": True, "split_rule": "king"}


async def test_a_marked_choice_stays_marked_in_a_newer_list(ann: Visitor) -> None:
    line = ann.page.get_by_role("combobox", name="Message, or / for commands")
    await line.fill("/table open")
    await line.press("Enter")
    box = ann.page.get_by_label("game", exact=True)
    await box.press_sequentially("dragon h")
    offered = ann.page.get_by_role("listbox").get_by_role("option")
    await expect(offered).to_have_count(1)
    await box.press("ArrowDown")
    await offered.evaluate("each => each.dataset.older = 'yes'")
    await box.dispatch_event("input")
    await expect(ann.page.locator("[data-older]")).to_have_count(0)
    await box.press("Enter")
    await ann.click(ann.page.get_by_role("button", name="Send", exact=True))
    await expect(ann.board).to_contain_text("Dragon Hordes")


async def test_an_open_select_is_not_swept_away_by_a_repaint(ann: Visitor) -> None:
    await ann.slash("rules")
    game = ann.page.get_by_role("combobox", name="Which game?")
    await game.click()
    menu = ann.person.ephemerals(ann.channel)[-1]
    menu.components[0]["components"][0]["content"] = "**Rules** · a moment later"
    ann.evening.playground.world.message_changed(menu)
    ann.person.say(ann.channel, "and now")
    await expect(ann.having("and now")).to_be_visible()
    await expect(ann.page.get_by_role("option", name=re.compile("^Threes"))).to_be_visible()
    await game.press("Escape")
    await expect(ann.message(menu)).to_contain_text("a moment later")


async def test_private_messages_are_marked_and_can_be_dismissed(visitors: Visitors) -> None:
    ann, bob = await visitors.open("Ann", PHONE), await visitors.open("Bob", PHONE)
    await ann.slash("purse")
    mine = ann.having("Only you can see this")
    await expect(mine).to_be_visible()
    await expect(bob.messages.filter(has_text="Only you can see this")).to_have_count(0)
    await mine.get_by_role("button", name="Dismiss message").click()
    await expect(ann.messages.filter(has_text="Only you can see this")).to_have_count(0)


async def test_pictures_have_words_and_open_larger(ann: Visitor, raw: Raw) -> None:
    words = "Four cities, the best one Bob's"
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://table.png"}, "description": words}]}
    attachment = {"id": "0", "filename": "table.png", "description": words}
    form = aiohttp.FormData()
    message = {"flags": 1 << 15, "components": [gallery], "attachments": [attachment]}
    form.add_field("payload_json", json.dumps(message), content_type="application/json")
    form.add_field("files[0]", png(), filename="table.png", content_type="image/png")
    assert (await raw.ask("POST", f"/channels/{ann.channel.id}/messages", data=form)).status == 200
    shown = ann.page.get_by_role("img", name=words)
    await expect(shown).to_have_js_property("complete", True)
    assert await shown.evaluate("image => image.naturalWidth") == 640
    await ann.page.get_by_role("button", name=words).click()
    dialog = ann.page.get_by_role("dialog", name="Picture")
    await expect(dialog.locator("figcaption")).to_have_text(words)
    await ann.page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()


async def test_an_emoji_of_the_application_is_a_picture(ann: Visitor, raw: Raw) -> None:
    image = "data:image/png;base64," + base64.b64encode(png("maroon")).decode()
    app = ann.evening.playground.world.bot.id
    made = await raw.ask("POST", f"/applications/{app}/emojis", {"name": "warrior", "image": image})
    mark = f"<:warrior:{made.body['id']}>"
    await raw.send(ann.channel.id, content=f"{mark} Warrior of Wolves")
    await raw.send(ann.channel.id, content=f"{mark}{mark}")
    small, large = ann.having("Warrior of Wolves").get_by_role("img"), ann.page.locator(".jumbo img").first
    await expect(small).to_have_attribute("alt", ":warrior:")
    assert await small.evaluate(
        "image => [image.naturalWidth > 0, Math.round(image.getBoundingClientRect().height)]"
    ) == [True, 22]
    assert await large.evaluate("image => image.getBoundingClientRect().height") == 48


async def test_pictures_from_outside_are_links_and_not_fetched(ann: Visitor, raw: Raw) -> None:
    outside = "https://pictures.example/owl.png"
    gallery = {"type": 12, "items": [{"media": {"url": outside}, "description": "An owl"}]}
    await raw.send(ann.channel.id, flags=1 << 15, components=[gallery])
    await expect(ann.page.get_by_role("link", name="An owl")).to_have_attribute("href", outside)
    await expect(ann.page.get_by_role("img", name="An owl")).to_have_count(0)


async def test_two_members_side_by_side(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", {"width": 1400, "height": 800})
    await ann.slash("table open", game="rogues")
    await ann.page.get_by_role("button", name="A second member beside").click()
    beside = ann.page.frame_locator('iframe[title="A second member"]')
    await expect(beside.get_by_role("tab", name="Bob", selected=True)).to_be_visible()
    await beside.get_by_role("button", name="Sit down").click()
    await expect(beside.locator("#messages").get_by_text("You're in seat 2")).to_be_visible()
    await expect(ann.board).to_contain_text("Bob")
    await expect(ann.page.get_by_text("You're in seat 2")).to_have_count(0)
    await ann.page.get_by_role("button", name="A second member beside").click()
    await expect(ann.page.locator("iframe")).to_have_count(0)


async def test_the_traffic_of_a_turn_can_be_read(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", DESKTOP)
    await ann.page.get_by_role("button", name="Traffic and troubles").click()
    await ann.slash("table open", game="rogues")
    table = ann.page.get_by_role("table")
    posted = table.get_by_role("row").filter(has_text="POST /channels/{channel_id}/messages").first
    await expect(posted).to_contain_text(re.compile(r"200.*ms.*B"))
    callback = table.get_by_role("row").filter(has_text="/callback").first
    await expect(callback).to_contain_text("204")
    await expect(table.get_by_role("row").filter(has_text="INTERACTION_CREATE").first).to_be_visible()
    summary = ann.page.get_by_text("Since you last did something")
    await expect(summary).to_contain_text(re.compile(r": [1-9] requests, [1-9] events, \d"))
    assert ann.evening.playground.token not in await ann.page.content()
    last = ann.evening.playground.interactions.last
    assert last is not None
    assert last.token not in await ann.page.content()


async def test_troubles_are_switched_on_and_off(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", DESKTOP)
    ground, channel = ann.evening.playground, ann.channel
    await ann.page.get_by_role("button", name="Traffic and troubles").click()
    gateway = ann.page.get_by_role("switch", name="No gateway")
    await gateway.check()
    await ground.wait_for(lambda: not ground.connected)
    await expect(ann.page.get_by_text("Dicenight is not connected.")).to_be_visible()
    await gateway.uncheck()
    write = ann.page.get_by_role("switch", name="May not write here")
    await write.check()
    await ground.wait_for(lambda: ground.switches.is_on("write", channel))
    assert not ground.switches.is_on("write", ground.guild.channel("cellar"))
    await expect(write).to_be_checked()
    await write.uncheck()
    await ground.wait_for(lambda: not ground.switches.is_on("write", channel))


async def test_a_lost_connection_comes_back_and_goes_on(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", DESKTOP)
    await ann.slash("table open", game="rogues")
    await ann.page.get_by_role("button", name="Traffic and troubles").click()
    rows = ann.page.get_by_role("table").get_by_role("row")
    await expect(rows.filter(has_text="identify").first).to_be_visible()
    await ann.evening.playground.page.close()
    await expect(ann.page.get_by_text("The playground is gone. Trying again…")).to_be_visible()
    await expect(ann.page.get_by_text("The playground is gone")).to_be_hidden()
    before = await rows.count()
    await ann.press("Start with computer players", ann.having("Start with computer players"))
    await expect(ann.panel).to_contain_text(" of ")
    assert await rows.count() > before


async def test_channels_and_members_on_a_phone(ann: Visitor) -> None:
    places = ann.page.get_by_role("navigation", name="Channels")
    await expect(places).to_be_hidden()
    await ann.page.get_by_role("button", name="Channels").click()
    await places.get_by_role("button", name="cellar").click()
    await expect(places).to_be_hidden()
    await expect(ann.page.get_by_role("heading", level=1)).to_contain_text("cellar")
    await ann.page.get_by_role("button", name="Members").click()
    members = ann.page.get_by_role("complementary", name="Members")
    await expect(members).to_contain_text("Hal")
    await ann.page.keyboard.press("Escape")
    await expect(members).to_be_hidden()
    await expect(ann.page.get_by_role("button", name="Members")).to_be_focused()


async def test_nothing_is_wider_than_a_phone(ann: Visitor) -> None:
    await ann.slash("table open", game="rogues")
    await ann.press("Start with computer players", ann.having("Start with computer players"))
    assert await ann.page.evaluate("document.documentElement.scrollWidth") == 390
    assert await ann.page.locator("#messages").evaluate("list => list.scrollWidth <= list.clientWidth")


async def test_the_colours_are_kept(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", PHONE, "light")
    button = ann.page.get_by_role("button", name=re.compile("^Colours"))
    ground = "getComputedStyle(document.body.parentElement).backgroundColor"
    light = await ann.page.evaluate(ground)
    await button.click()
    await button.click()
    await expect(button).to_have_accessible_name("Colours: Dark")
    dark = await ann.page.evaluate(ground)
    assert dark != light
    await ann.page.reload()
    await expect(button).to_have_accessible_name("Colours: Dark")
    assert await ann.page.evaluate(ground) == dark


async def test_a_thread_is_begun_and_a_message_deleted(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", DESKTOP)
    message = ann.person.say(ann.channel, "cards in here")
    await ann.message(message).hover()
    await ann.message(message).get_by_role("button", name="Create a thread here").click()
    dialog = ann.page.get_by_role("dialog")
    await dialog.get_by_role("textbox", name="Thread name").fill("card night")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(ann.page.get_by_role("heading", name="card night")).to_be_visible()
    assert message.thread is not None
    await ann.page.get_by_role("button", name=ann.channel.name, exact=True).click()
    await expect(ann.message(message).get_by_role("button", name="card night")).to_be_visible()
    await ann.message(message).hover()
    await ann.message(message).get_by_role("button", name="Delete this message").click()
    await expect(ann.message(message)).to_have_count(0)
    assert message.deleted


async def test_the_bar_begins_a_thread_on_a_phone(visitors: Visitors) -> None:
    ann = await visitors.open("Ann", PHONE)
    await ann.page.get_by_role("button", name="New thread", exact=True).click()
    dialog = ann.page.get_by_role("dialog")
    await dialog.get_by_role("textbox", name="Thread name").fill("dice")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(ann.page.get_by_role("heading", name="dice")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="New thread", exact=True)).to_be_hidden()
