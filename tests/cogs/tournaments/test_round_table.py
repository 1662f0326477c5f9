"""The kind of a tournament's tables, as it is kept with a table."""

from __future__ import annotations

from bot.tables.kinds import KINDS, load_kind
from bot.tables.state import TableSettings, document
from cogs.tournaments.round_table import RoundTable


def test_a_table_of_a_tournament_is_loaded_as_it_was_saved() -> None:
    KINDS["tournament"] = RoundTable
    of_round = {
        "tournament": 1,
        "board": 2,
        "round": 3,
        "number": 4,
        "chairs": 5,
        "entrants": [6],
        "final": False,
    }
    table = load_kind(document(TableSettings()) | {"tournament": of_round, "private": False})
    assert isinstance(table, RoundTable)
    assert table.tournament.entrants == [6]
    assert table.without_people() == load_kind({"tournament": of_round | {"entrants": []}})
    assert load_kind(document(table)) == table
