"""Endings that several gembone games share: tests of feats, and the reason of a cheater."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.endings.finish import Finish
from games.engine.scene import Line

Found = Mapping[str, Any] | None


def for_gembones(when: Callable[[Finish], Found]) -> Callable[[Finish], Found]:
    """Return a test that holds in single games only: the ending of a match for points is about its score."""

    def only_there(finish: Finish) -> Found:
        return None if finish.options.for_points else when(finish)

    return only_there


def headline_is(key: str) -> Callable[[Finish], Found]:
    """Return a test for results whose headline has this key."""

    def when(finish: Finish) -> Found:
        headline = finish.result.headline
        return {**headline.values} if headline.text == finish.words[key] else None

    return for_gembones(when)


def reasons_of_caught(finish: Finish) -> dict[int, Line]:
    """Return the reason of each seat that was caught cheating and so lost its whole wager."""
    return {
        values["seat"]: Line(finish.words["why:spot_caught"]) for values in finish.values_of("spot_caught")
    }
