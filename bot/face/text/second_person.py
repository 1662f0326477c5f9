"""English verbs in the second person: `rolls 4 5 and takes 3` becomes `roll 4 5 and take 3`."""

from __future__ import annotations

import re
from functools import lru_cache

_IRREGULAR = {"is": "are", "has": "have", "was": "were", "isn't": "aren't", "doesn't": "don't", "goes": "go"}
_SIBILANT = ("sses", "shes", "ches", "xes", "zzes")
"""Endings of verbs whose third person takes `es`."""
_WORD = re.compile(r"^[A-Za-z']+")
_SECOND_VERB = re.compile(r"(?<=\band )[a-z']+s\b")
_THEIR = re.compile(r"\btheir\b")


@lru_cache(maxsize=512)
def in_second_person(template: str) -> str:
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
