"""A member's history: a line a game, and together all that they own, tables included."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.economy.accounts import MemberAccounts
from bot.economy.wallet import WalletService
from cogs.ui.charts import change_worth, purse_chart
from games.engine import money as gems
from tests.helpers.random_matches import luck_of
from tests.helpers.tables import ANN, GUILD, a_room
from tests.helpers.three_members import PEOPLE, anything, generous, match


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("rogues_and_warriors", {}),
        ("tripledip", {}),
        ("tripledip", {"machaes_golden_pot": True}),
        ("lucky_13", {}),
        ("barovian_boneyard", {"storming_the_castle": True}),
        ("tiamat", {}),
    ],
    ids=str,
)
async def test_a_game_is_one_line_and_the_lines_add_up(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    luck = luck_of("history", game, len(options))
    async with a_room(tmp_path / "history.db") as room:
        wallet = WalletService(MemberAccounts(room.store, room.clock), room.registry)
        table = await room.open(game, *PEOPLE, options=options)
        played = sum([await match(room, table, luck.choice((anything, generous)), luck) for _ in range(4)])
        assert played
        for person in PEOPLE:
            history = await wallet.history(GUILD, person, limit=99)
            games = Counter(line.memo["match"] for line in history if line.kind == "result")
            assert max(games.values(), default=0) <= 1
            assert {line.kind for line in history} <= {"welcome", "result", "leaving", "tip", "carried pot"}
            owned = gems.worth(gems.of_base("copper", await room.owned(person)))
            assert sum(map(change_worth, history)) == owned, (
                "changed at the bank on its way, but not in worth"
            )
            # and page by page
            pages, before = [], None
            while page := await wallet.history(GUILD, person, limit=2, before=before):
                pages += page
                before = page[-1].id
            assert pages == history


async def test_the_chart_ends_at_what_is_owned_with_money_on_the_table(tmp_path: Path) -> None:
    """Wagers once left the purse without a point of the chart: it said 136 at a purse of 36."""
    luck = luck_of("chart of wagers")
    async with a_room(tmp_path / "chart.db") as room:
        wallet = WalletService(MemberAccounts(room.store, room.clock), room.registry)
        table = await room.open("lucky_13", *PEOPLE)
        for _ in range(3):
            await match(room, table, generous, luck)
        for person in PEOPLE:
            await table.seating.sit(person)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        for ask in list(table.session.match.open.values()):
            await table.press(PEOPLE[ask.seat], table.session.id, ask.id, anything(ask, luck))
        for person in PEOPLE:
            purse = await wallet.show(GUILD, person)
            owned = gems.worth(gems.of_base("copper", await room.owned(person)))
            chart = purse_chart(await wallet.history(GUILD, person, limit=99), purse.copper, change_worth)
            assert chart is not None
            assert f"now {owned:,} ({owned - 160:+,})".replace("-", "\u2212") in chart.words
