"""Licences of the libraries that the image installs let anyone use, change and pass on the whole."""

from __future__ import annotations

import re
from email import message_from_string
from email.message import Message
from importlib.metadata import PackageNotFoundError, files, metadata
from pathlib import Path
from typing import cast

import pytest

ROOT = Path(__file__).parents[2]
PERMISSIVE = {
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "PSF-2.0",
}
"""Licences that ask for no more than their own text to be passed on."""
LIBRARIES = {"psycopg": "LGPL-3.0-only", "psycopg-binary": "LGPL-3.0-only"}
"""Used as they are, and replaceable by whoever runs the bot, which is what this licence asks; only for PostgreSQL."""
BY_TEXT = {"Permission is hereby granted, free of charge, to any person obtaining a": "MIT"}
"""A licence by a line of its text, for libraries that bring it and name none."""
ELSEWHERE = {"audioop-lts", "colorama", "tzdata"}
"""Libraries for other systems and later versions of Python than the image has."""
WRITTEN_OUT = {
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "isc license": "ISC",
    "mit license": "MIT",
    "the mit license (mit)": "MIT",
    "python software foundation license": "PSF-2.0",
}


def installed() -> list[str]:
    """The names of all libraries that are locked for the image."""
    text = (ROOT / "requirements.txt").read_text("utf-8")
    return re.findall(r"^([a-z0-9][\w.-]*)==", text, re.MULTILINE)


def licences(library: Message[str, str]) -> set[str]:
    """Return the licences that a library names: by an expression, in a line, or by its classifiers."""
    expression = library.get("License-Expression") or ""
    if expression:
        # of several to choose from, the first
        return {part.split(" OR ")[0] for part in expression.split(" AND ")}
    line = (library.get("License") or "").partition("\n")[0].strip()
    classes = [
        name.rpartition(" :: ")[2] for name in library.get_all("Classifier") or () if "License ::" in name
    ]
    named = [line] if line not in ("", "UNKNOWN") else classes
    return {WRITTEN_OUT.get(name.casefold(), name) for name in named}


def by_text(name: str) -> set[str]:
    """Return the licences whose text a library brings along."""
    brought = [file for file in files(name) or () if "LICENSE" in file.name.upper()]
    lines = {line.strip() for file in brought for line in file.read_text("utf-8").splitlines()}
    return {BY_TEXT[line] for line in lines & BY_TEXT.keys()}


@pytest.mark.parametrize("name", installed())
def test_every_library_is_under_a_licence_that_fits_ours(name: str) -> None:
    try:
        library = cast("Message[str, str]", metadata(name))
    except PackageNotFoundError:
        assert name in ELSEWHERE
        return
    found = licences(library) or by_text(name)
    assert found, f"{name} names no licence"
    if name in LIBRARIES:
        assert found == {LIBRARIES[name]}
    else:
        assert found <= PERMISSIVE, name


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("License-Expression: MIT OR GPL-3.0-only", {"MIT"}),
        ("License-Expression: MIT AND GPL-3.0-only", {"MIT", "GPL-3.0-only"}),
        ("License: GPLv3", {"GPLv3"}),
        ("License: UNKNOWN\nClassifier: License :: OSI Approved :: MIT License", {"MIT"}),
        ("Name: unsaid", set()),
    ],
)
def test_a_licence_is_read_from_wherever_it_stands(head: str, found: set[str]) -> None:
    assert licences(message_from_string(head)) == found
