"""The numbered rules of docs/rules: every cited id exists there, and every id there is named by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "rules"
PACKAGES = ("bot", "cogs", "db", "games", "playground", "tests", "docs")
ID = r"[A-Z][A-Z0-9]{1,5}(?:-[A-Z]{2})?-[XR]?\d+[a-z]?"
DECLARED = re.compile(rf"^\s*[-*|]\s*\**`?({ID})`?\**(.*)$", re.MULTILINE)
"""A rule opens a list item or a table row with its id."""
NO_RULES = {"SHA-256", "UTF-8", "HD-01", "BSD-2", "BSD-3", "MIT-0", "GPL-3", "LGPL-3", "PSF-2"}
"""Words of the same shape, licences among them, and the id of the made-up game in docs/adding-a-game.md."""


def declared() -> dict[str, str]:
    """Return the id of every rule, with the text behind it on its line."""
    rules: dict[str, str] = {}
    for page in sorted(PAGES.glob("*.md")):
        for rule_id, text in DECLARED.findall(page.read_text(encoding="utf-8")):
            rules.setdefault(rule_id, text)
    return rules


def cited() -> Iterator[tuple[str, Path]]:
    """Yield every id that code, tests, data and docs cite, with the file that cites it."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix not in (".py", ".toml", ".md") or path.parent == PAGES or path == Path(__file__):
                continue
            for rule_id in re.findall(rf"\b{ID}\b", path.read_text(encoding="utf-8")):
                yield rule_id, path


def named_by_tests() -> set[str]:
    """Return the ids that stand in `@pytest.mark.rule(...)`."""
    named: set[str] = set()
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "rule"
            ):
                named |= {
                    arg.value
                    for arg in node.args
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    return named


def test_every_cited_id_exists() -> None:
    rules = declared()
    unknown = {
        f"{path.relative_to(ROOT)}: {rule_id}"
        for rule_id, path in cited()
        if rule_id not in rules and rule_id not in NO_RULES
    }
    assert unknown == set(), "a rule is a line with its number on its game's page in docs/rules"


def test_every_rule_is_named_by_a_test() -> None:
    flavour = {rule_id for rule_id, text in declared().items() if "[flavour]" in text}
    unproven = set(declared()) - flavour - named_by_tests()
    assert unproven == set(), "the test that proves a rule names it: @pytest.mark.rule(...)"


def test_every_page_is_linked() -> None:
    readme = (PAGES / "README.md").read_text(encoding="utf-8")
    for page in PAGES.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in readme
    for page_of_docs in ("playing.md", "adding-a-game.md", "tavern.md"):
        assert "](rules/" in (ROOT / "docs" / page_of_docs).read_text(encoding="utf-8")
