"""For translators: the texts that a language lacks as JSON lines, and their answers put into its catalogue."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import accumulate
from typing import Any

from babel.messages.catalog import Catalog, Message

from locales.catalogues import DOMAIN, FOLDER, TEMPLATE, is_translated, merged, path_of, read, texts_of, write
from locales.checks import faults_of, sources_of

Answer = dict[str, Any]


def id_of(message: Message) -> str:
    """Return the short name of a text, which stays as long as the text does."""
    text = "\x04".join([message.context or "", sources_of(message)[0]])
    return sha256(text.encode()).hexdigest()[:8]


def to_do(
    language: str, part: int = 1, of: int = 1, only: str = "", *, done: bool = False
) -> Iterator[Answer]:
    """Yield the untranslated texts of a part of a language; with `done` the translated ones, to be read again.

    Parts are of about as many words each, and the same ones however much is translated. `only`: those of files whose
    names contain this.
    """
    catalog = catalogue_of(language)
    messages = texts_of(catalog)
    sizes = [len(" ".join(sources_of(message)[:1]).split()) + 1 for message in messages]
    total = sum(sizes)
    for message, size, end in zip(messages, sizes, accumulate(sizes), strict=True):
        if (end - size) * of // total != part - 1 or is_translated(message) != done:
            continue
        if not any(only in file for file, _ in message.locations):
            continue
        yield _as_json(message, catalog, done=done)


def _as_json(message: Message, catalog: Catalog, *, done: bool) -> Answer:
    found: Answer = {"id": id_of(message)}
    if message.context:
        found["msgctxt"] = message.context
    text, *plural = sources_of(message)
    found["msgid"] = text
    if plural:
        found |= {"msgid_plural": plural[0], "forms": catalog.num_plurals}
    found["comment"] = " ".join(
        [*message.auto_comments, f"({', '.join(file for file, _ in message.locations)})"]
    )
    if done:
        found["msgstr"] = message.string
    return found


def take(language: str, lines: Iterable[str]) -> tuple[int, list[str]]:
    """Put answers into the catalogue of a language; return how many were taken, and a sentence for each refused one.

    An answer is a line of JSON with `msgstr`, a text or a list of plural forms, and either `id` or `msgid` (and
    `msgctxt`). A refused answer changes nothing; all others are taken.
    """
    with _alone(language):
        catalog = catalogue_of(language)
        by_id = {id_of(message): message for message in texts_of(catalog)}
        taken, refused = 0, list[str]()
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            fault = _take_one(line, by_id, catalog)
            if fault:
                refused.append(f"Line {number}: {fault}")
            else:
                taken += 1
        if taken:
            write(catalog, path_of(language))
    return taken, refused


def _take_one(line: str, by_id: dict[str, Message], catalog: Catalog) -> str:
    """Take one answer; return what is wrong with it, or nothing."""
    try:
        answer = json.loads(line)
    except ValueError as wrong:
        return f"This is no JSON: {wrong}."
    if not isinstance(answer, dict) or "msgstr" not in answer:
        return "An answer is an object with a msgstr."
    wanted = answer.get("id")
    if wanted is None:
        wanted = id_of(Message(str(answer.get("msgid", "")), context=answer.get("msgctxt") or None))
    message = by_id.get(str(wanted))
    if message is None:
        return f"There is no text {wanted}: {str(answer.get('msgid', ''))[:60]}"
    old, given = message.string, answer["msgstr"]
    forms = given if isinstance(given, list) else [given]
    wants = catalog.num_plurals if message.pluralizable else 1
    if message.pluralizable and len(forms) == 1:
        forms = forms * wants
    if not all(isinstance(form, str) and form for form in forms) or len(forms) != wants:
        return (
            f"{wanted} needs {wants} forms, and {len(forms)} were given."
            if wants > 1
            else f"{wanted} needs one text."
        )
    message.string = tuple(forms) if message.pluralizable else forms[0]
    faults = list(faults_of(message))
    if faults:
        message.string = old
        return f"{wanted} “{sources_of(message)[0][:60]}”: {' '.join(faults)}"
    message.flags.discard("fuzzy")
    return ""


def catalogue_of(language: str) -> Catalog:
    """Return the catalogue of a language; of a new one an empty catalogue from the template."""
    path = path_of(language)
    return read(path) if path.exists() else merged(language, read(TEMPLATE))


@contextmanager
def _alone(language: str) -> Iterator[None]:
    """Keep others from writing the same catalogue meanwhile."""
    FOLDER.joinpath(language).mkdir(exist_ok=True)
    with FOLDER.joinpath(language, f".{DOMAIN}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
