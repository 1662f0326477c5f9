"""Reads what people read of a game from files beside it: `texts.toml`, and `primer.toml` for newcomers.

A game that is a folder has the file in that folder; a game that is a single file, `pig.py`, has `pig.texts.toml` beside
it. Nothing here names a game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from games.engine.game import Texts
from games.phrases import spelled_text

NAME = "texts.toml"


def read_texts(module: str, *shared: Texts, **values: str | int | Iterable[object]) -> Texts:
    """Return the texts of the game in a module.

    `shared`: texts that it has in common with others; their words give way to its own, their rules follow its own.
    `values`: what the texts leave open. `{ante}` in the rules becomes the value `ante`. A key of the words with
    `{size}` in it stands for one key for each of the values `size`, and so does `{size}` in its text; there
    `{size.name}` is the value to which a mapping leads. Raises `FileNotFoundError` where there is no such file.
    """
    content = find_text(module, NAME)
    if content is None:
        raise FileNotFoundError(f"no {NAME} belongs to {module}")
    texts = msgspec.convert(tomllib.loads(content), Texts)
    rules = texts.rules
    for name, value in values.items():
        if isinstance(value, (str, int)):
            rules = rules.replace(f"{{{name}}}", str(value))
    words = {key: text for each in shared for key, text in each.words.items()}
    return msgspec.structs.replace(
        texts,
        rules="".join([rules, *(each.rules for each in shared)]),
        words=words | spell_out(texts.words, values),
    )


def read_shared(package: str, part: str, **values: Iterable[object]) -> Texts:
    """Return a part of the texts that the games of a package share, a table of its `texts.toml`; see `read_texts`."""
    texts = msgspec.convert(_tables(package)[part], Texts)
    return msgspec.structs.replace(texts, words=spell_out(texts.words, values))


def spell_out(words: Mapping[str, str], values: Mapping[str, Any]) -> dict[str, str]:
    """Return the words with a key for each value, where one key stands for several."""
    spelled = {key: (text, dict[str, str]()) for key, text in words.items()}
    for name, each in values.items():
        mark, found = f"{{{name}}}", dict[str, tuple[str, dict[str, str]]]()
        for key, (source, known) in spelled.items():
            for value in each if mark in key else ():
                label = each[value] if isinstance(each, Mapping) else value
                both = {**known, f"{{{name}.name}}": str(label), mark: str(value)}
                found[key.replace(mark, str(value))] = (source, both)
            if mark not in key:
                found[key] = (source, known)
        spelled = found
    return {key: spelled_text(source, known) for key, (source, known) in spelled.items()}


@cache
def find_text(module: str, name: str) -> str | None:
    """Return the content of the file of this name that belongs to a module; None if there is none."""
    package, _, alone = module.rpartition(".")
    try:
        folder = files(module)
    except TypeError:  # Python 3.11, of a module that is no package
        folder = None
    # later versions return the folder in which such a module stands
    if folder is not None and folder.name == alone:
        file = folder / name
    elif package:
        file = files(package) / f"{alone}.{name}"
    else:
        return None
    return file.read_text(encoding="utf-8") if file.is_file() else None


@cache
def _tables(package: str) -> dict[str, Any]:
    return tomllib.loads(find_text(package, NAME) or "")
