"""Reports of faults to Sentry, for hosts who want them: place and kind, never names, words or tokens.

The library is an extra (`pip install dicenight[sentry]`).
"""

from __future__ import annotations

import importlib.util
from typing import Any

Event = dict[str, Any]

KEPT = (
    "event_id",
    "timestamp",
    "platform",
    "level",
    "logger",
    "release",
    "environment",
    "fingerprint",
    "tags",
)
FRAME = ("filename", "function", "module", "lineno", "abs_path", "in_app")


class NoSentry(Exception):
    """An address is set, but the library is not installed."""


def start_reporting(address: str, release: str) -> None:
    """Report faults to `address` from now on. Raises `NoSentry` if the library is missing."""
    if importlib.util.find_spec("sentry_sdk") is None:
        raise NoSentry(
            "DICENIGHT_SENTRY is set, but its library is missing: pip install 'dicenight[sentry]'."
        )
    import sentry_sdk

    sentry_sdk.init(
        dsn=address,
        release=release,
        default_integrations=True,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        before_send=lambda event, _: without_people(dict(event)),  # type: ignore[arg-type, return-value]
    )


def without_people(event: Event) -> Event:
    """Return an event with the place and kind of a fault, without anything that a member said or is called."""
    safe = {key: event[key] for key in KEPT if key in event}
    values = (event.get("exception") or {}).get("values") or ()
    if values:
        safe["exception"] = {"values": [_without_words(value) for value in values]}
    if "logentry" in event:
        # the template, without what was filled in
        safe["logentry"] = {"message": event["logentry"].get("message", "")}
    return safe


def _without_words(value: Event) -> Event:
    """Return an exception's type and stack; its message may quote a member."""
    frames = (value.get("stacktrace") or {}).get("frames") or ()
    return {
        "type": value.get("type"),
        "module": value.get("module"),
        "stacktrace": {"frames": [{key: frame[key] for key in FRAME if key in frame} for frame in frames]},
    }
