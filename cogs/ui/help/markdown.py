"""Markdown of data sheets as Discord shows it: no line breaks of the source, and tables as lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

BEGINS = re.compile(r"\s*(?:[-*] |\d+\. |#+ |-# |> )")
"""A line that begins something of its own and does not go on with the one above."""
RULE = re.compile(r"\|[\s|:-]+\|$")
"""The line below the head of a table."""


def flowing(markdown: str) -> str:
    """Return `markdown` with each paragraph and each item of a list in one line, and tables as lists."""
    return "\n".join(_lines(markdown))


def paragraphs(markdown: str) -> list[str]:
    """Return the paragraphs of a text, tables and lists among them."""
    return [part for part in re.split(r"\n\s*\n", markdown.strip()) if part]


def _lines(markdown: str) -> Iterator[str]:
    held, head = "", list[str]()
    for line in markdown.strip().split("\n"):
        is_row = line.lstrip().startswith("|")
        goes_on = held and line.strip() and not is_row and not BEGINS.match(line)
        if goes_on:
            held = f"{held} {line.strip()}"
            continue
        if held:
            yield held
        held = ""
        if not is_row:
            head = []
            held = line.rstrip()
            if not held:
                yield ""
        elif RULE.match(line.strip()):
            continue
        elif not head:
            head = _cells(line)
        else:
            yield _item(head, _cells(line))
    if held:
        yield held


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _item(head: list[str], cells: list[str]) -> str:
    """Return a row of a table as an item of a list: its first cell, then the others.

    Numbers are parts with their headings, and so is everything where there are many columns.
    """
    first, *rest = cells
    parts = []
    for name, cell in zip(head[1:], rest, strict=True):
        with_heading = name and (len(rest) > 2 or cell[:1].isdigit())
        parts.append(f"{name[0].lower()}{name[1:]} {cell}" if with_heading else cell)
    return f"- **{first}**: {', '.join(filter(None, parts))}"
