"""Saying to a member what they did: `Ann rolls 4 5 and takes 3.` becomes `You roll 4 5 and take 3.`"""

from __future__ import annotations

import re
from functools import lru_cache

from games.engine.scene import Line, clauses_of

_IRREGULAR = {"is": "are", "has": "have", "was": "were", "isn't": "aren't", "doesn't": "don't", "goes": "go"}
_BE = "are "
_SIBILANT = ("sses", "shes", "ches", "xes", "zzes")
"""Endings of verbs whose third person takes `es`."""
_WORD = re.compile(r"^[A-Za-z']+")
_SECOND_VERB = re.compile(r"(?<=\band )[a-z']+s\b")
_THEIR = re.compile(r"\btheir\b")


def to_you(line: Line) -> Line | None:
    """Return a seat's action as a sentence to its player; None for a line about anything else."""
    clauses = clauses_of(line)
    if not clauses:
        return None
    places = {f"clause{n}": Line(_clause(each.text), each.values) for n, each in enumerate(clauses)}
    subject, first = "You ", places["clause0"]
    if first.text.startswith(_BE):
        subject, places["clause0"] = "You're ", Line(first.text.removeprefix(_BE), first.values)
    return Line(subject + ", ".join(f"{{{place}:line}}" for place in places) + ".", places)


@lru_cache(maxsize=512)
def _clause(template: str) -> str:
    """Return a clause without a subject, with its verbs in the second person."""
    words = _WORD.sub(lambda found: _verb(found[0]), template)
    words = _SECOND_VERB.sub(lambda found: _verb(found[0]), words)
    return _THEIR.sub("your", words)


def _verb(word: str) -> str:
    """Return a third-person verb in the second person; any other word is unchanged."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(_SIBILANT):
        return word[:-2]
    if word.endswith("ies") and len(word) > len("lies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "'s")) else word
