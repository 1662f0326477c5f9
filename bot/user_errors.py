"""The error that a member reads, and its sentences: the core's in `messages.toml`, a feature's in its own folder.

Unforeseen errors get an id that is in the log too.
"""

from __future__ import annotations

import logging
import secrets
import tomllib
from importlib.resources import files

from bot.language import _, amount_words
from bot.members.names import SafeText
from db.errors import NotSaved
from games.engine.errors import ToldError

log = logging.getLogger(__name__)


def _read_messages(toml: str) -> dict[str, str]:
    """Return the sentences by key. Groups are only for readers of the file, so keys must be unique across groups."""
    groups: dict[str, dict[str, str]] = tomllib.loads(toml)
    sentences = [pair for group in groups.values() for pair in group.items()]
    messages = dict(sentences)
    if len(messages) < len(sentences):
        raise ValueError("a key stands twice in a file of messages")
    return messages


MESSAGES: dict[str, str] = _read_messages((files("bot") / "messages.toml").read_text(encoding="utf-8"))
"""Sentences by key, as templates."""
TRANSLATED = frozenset({"sentence", "base", "item", "asked", "held", "need"})
"""Values that are words or amounts unless they are numbers, so they are said in the reader's language too."""


def add_messages(package: str) -> None:
    """Add the sentences in `refusals.toml` of a feature's package, which calls this when it is imported."""
    added = _read_messages((files(package) / "refusals.toml").read_text(encoding="utf-8"))
    if taken := sorted(added.keys() & MESSAGES.keys()):
        raise ValueError(f"{package} has keys that others have too: {', '.join(taken)}")
    MESSAGES.update(added)


class UserError(Exception):
    """A request that cannot be done: it changes nothing, and the member reads a sentence.

    `key` is that of the sentence in `MESSAGES`, `values` fill its template. Names go by these arguments alone, since
    members choose them: mypy refuses one that was not made safe.
    """

    def __init__(
        self,
        key: str,
        *,
        who: SafeText | None = None,
        name: SafeText | None = None,
        names: SafeText | None = None,
        host: SafeText | None = None,
        you: SafeText | None = None,
        **values: object,
    ) -> None:
        self.key = key
        safe = {"who": who, "name": name, "names": names, "host": host, "you": you}
        values |= {slot: words for slot, words in safe.items() if words is not None}
        self.values = values
        super().__init__(MESSAGES[key].format(**values))

    @property
    def sentence(self) -> str:
        """The sentence that the member reads, in the language of the reader."""
        values = {
            name: value if name not in TRANSLATED or isinstance(value, int) else amount_words(str(value))
            for name, value in self.values.items()
        }
        return _(MESSAGES[self.key]).format(**values)


def told(wrong: ToldError) -> str:
    """Return what an error of the games says, in the language of the reader; words among its values too."""
    return " ".join(
        _(text).format(**{name: _(each) if isinstance(each, str) else each for name, each in values.items()})
        for text, values in wrong.sentences
    )


def sentence_of(error: BaseException) -> str:
    """Return the sentence for an error. An unforeseen one is logged under an id, which the sentence names."""
    if isinstance(error, UserError):
        return error.sentence
    code = secrets.token_hex(2).upper()
    if isinstance(error, NotSaved):
        log.error("not saved (%s): %s", code, error)
        return _(MESSAGES["not_saved"]).format(id=code)
    log.error("something failed (%s)", code, exc_info=error)
    return _("Something went wrong on my side, but nothing is lost. (id {id})").format(id=code)
