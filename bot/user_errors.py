"""The error that a member reads, and its sentences, which stand in `messages.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files


def _read_messages(toml: str) -> dict[str, str]:
    """Return the sentences by key. Groups are only for readers of the file, so no key may stand in two of them."""
    groups: dict[str, dict[str, str]] = tomllib.loads(toml)
    sentences = [pair for group in groups.values() for pair in group.items()]
    messages = dict(sentences)
    if len(messages) < len(sentences):
        raise ValueError("a key stands twice in messages.toml")
    return messages


MESSAGES: Mapping[str, str] = _read_messages((files("bot") / "messages.toml").read_text(encoding="utf-8"))
"""Sentences by key, as templates."""


class UserError(Exception):
    """A request that cannot be done: it changes nothing, and the member reads a sentence.

    `key` is that of the sentence in `MESSAGES`, `values` fill its template.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(MESSAGES[key].format(**values))

    @property
    def sentence(self) -> str:
        """The sentence that the member reads."""
        return str(self)
