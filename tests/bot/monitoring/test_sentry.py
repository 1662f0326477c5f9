"""Reports of faults hold the place and the kind of a fault, and no word of a member."""

from __future__ import annotations

import importlib.util
import json
import logging
from typing import Any

import pytest
import sentry_sdk
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot.monitoring import sentry

SECRET = "Mirabel"


class Post(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__({})
        self.events: list[Any] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.events += [item.get_event() for item in envelope.items if item.get_event()]


def test_a_report_names_the_place_and_no_member(monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post()
    init = sentry_sdk.init
    monkeypatch.setattr(sentry_sdk, "init", lambda **given: init(**given, transport=post))
    sentry.start_reporting("http://key@127.0.0.1:9/1", "0.1.0")
    try:
        name = SECRET
        logging.getLogger("a.room").warning("%s sits down", name)
        try:
            raise ValueError(f"{name} has no seat")
        except ValueError:
            logging.getLogger("a.room").exception("a press of %s failed", name)
        sentry_sdk.capture_message(f"{name} is here", user={"username": name})
    finally:
        init()
    fault, message = post.events
    assert SECRET not in json.dumps(fault, default=str)
    [value] = fault["exception"]["values"]
    assert value["type"] == "ValueError"
    assert value["stacktrace"]["frames"][-1]["function"] == "test_a_report_names_the_place_and_no_member"
    assert fault["logentry"]["message"] == "a press of %s failed"
    assert "user" not in message


def test_without_its_library_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(sentry.NoSentry, match=r"dicenight\[sentry\]"):
        sentry.start_reporting("http://key@127.0.0.1:9/1", "0.1.0")
