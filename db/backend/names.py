"""Names that members chose."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class Name(str):
    """A name that its member chose. A sentence that formats it tells it made safe, as `bot.members.names` does."""

    __slots__ = ()
    tell: ClassVar[Callable[[str], str]]

    def __format__(self, _: str) -> str:
        return Name.tell(self)
