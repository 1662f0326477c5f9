"""`/notify me` through the real client: a panel of choices that only its member sees."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Evening


async def test_calls_are_asked_for_and_shaped_in_a_panel(evening: Evening, tavern: Any, bob: Any) -> None:
    panel = await bob.slash(tavern, "notify me")
    assert panel.ephemeral
    assert "You hear of it when someone calls players for **any game**." in panel.text
    assert "I mention you in the channel." in panel.text
    chosen = await bob.select(panel.message, "notify:games", ["threes", "tiamat"])
    assert chosen.kind == "update"
    assert "players for **Threes or Tiamat**." in chosen.text
    chosen = await bob.select(chosen.message, "notify:days", ["4", "5"])
    assert "**Threes or Tiamat** on Friday or Saturday." in chosen.text
    opened = await bob.press(chosen.message, "Quiet hours")
    quiet = await bob.submit(opened.modal, {"value": "10pm-8"})
    assert "Quiet from 22:00 to 8:00. I don't know your time yet" in quiet.text
    opened = await bob.press(quiet.message, "My time")
    # the clock of the tests stands at 8:00 UTC
    timed = await bob.submit(opened.modal, {"value": "9:59"})
    assert "It's 10:00 for you (UTC+2); name a city" in timed.text
    opened = await bob.press(timed.message, "My time")
    timed = await bob.submit(opened.modal, {"value": "Warsaw"})
    assert "It's 9:00 for you, by the clocks of Warsaw." in timed.text
    direct = await bob.press(timed.message, "Tell me by direct message")
    assert "I send you a direct message." in direct.text
    everything = await bob.select(direct.message, "notify:games", [])
    assert "players for **any game** on Friday" in everything.text
    again = await bob.slash(tavern, "notify me")
    assert again.text == everything.text.replace("\nSaved.", "")
    gone = await bob.press(again.message, "Stop calling me")
    assert "Nobody calls you from now on." in gone.text
    assert "on Friday or Saturday" in (await bob.slash(tavern, "notify me")).text, "the rest is kept"


async def test_what_is_no_time_changes_nothing(evening: Evening, tavern: Any, bob: Any) -> None:
    panel = await bob.slash(tavern, "notify me")
    opened = await bob.press(panel.message, "Quiet hours")
    refused = await bob.submit(opened.modal, {"value": "at night"})
    assert "Please type two times, like 22-8 or 11pm-7:30am." in refused.text
    opened = await bob.press(panel.message, "My time")
    refused = await bob.submit(opened.modal, {"value": "teatime"})
    assert "Please type a city, like Berlin, or what your clock shows, like 20:15." in refused.text
    for forged in ("notify:games", "notify:place:pigeon", "notify:days:x", "notify:"):
        reply = await bob.press_raw(tavern, panel.message.id, forged, values=["poker"])
        assert "Too late" in reply.text
    assert (await bob.slash(tavern, "notify me")).text == panel.text
    assert "Nobody calls you" in (await bob.slash(tavern, "notify off")).text
