"""The views of tables, each made once for all pages that show the same: those of all spectators are one."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from activity.view import Sections, Turns, sections_of
from bot.language import reader_language
from bot.tables.table_actor import TableActor


class _TableViews:
    """The views of one table since its latest change: by viewer, by language, with the settings or without."""

    def __init__(self) -> None:
        self.version = -1
        self.made: dict[tuple[int, bool, str], Sections] = {}
        self.turns = Turns()


class SharedViews:
    """The views of all tables with open pages."""

    def __init__(self) -> None:
        self._tables: WeakKeyDictionary[TableActor, _TableViews] = WeakKeyDictionary()

    async def of(self, table: TableActor, viewer: int, *, settings: bool = False) -> Sections:
        """Return the view of a seat or of the rail, once all events are saved."""
        shown = self._tables.setdefault(table, _TableViews())
        key = (viewer, settings, reader_language())
        if shown.version != table.version or key not in shown.made:
            view = await table.view(viewer)
            if shown.version != view.version:
                shown.version = view.version
                shown.made.clear()
            if key not in shown.made:
                shown.made[key] = sections_of(view, turns=shown.turns, settings=settings)
        return shown.made[key]
