"""Members who play by pressing what they see, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.tables.question_clocks import BEAT
from db import CloseMatch, SaveTable
from games.engine import Chance, Match, Seed
from tests.e2e.conftest import Evening

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")
"""Members of every evening."""
IN_PANEL = re.compile(r"t:\d+:(more|panel)|d:.*")
"""Custom ids of which every hand panel has one, and every page or step of one."""
BEHIND_MORE = {
    "Bring the table here",
    "Invite a guest",
    "Add computer",
    "Blinsky's toys",
    "Call players",
    "Change game",
    "Details",
    "Fair play",
    "Host…",
    "How to play",
    "Leave",
    "Let a computer play",
    "Log",
    "Look back",
    "Settings",
    "Let the house play Strahd",
    "Propose a game",
    "Sit out a hand",
    "Sit out until I'm back",
    "Teach me",
}
"""Buttons of the page that *More…* opens."""


def is_panel(message: Any) -> bool:
    """Return whether a private message is a hand panel, or a page of one."""
    return any(IN_PANEL.fullmatch(each.custom_id or "") for each in message.buttons)


def _has(message: Any, label: str) -> bool:
    return message is not None and any(each.label == label and not each.disabled for each in message.buttons)


def _asks(panel: Any) -> bool:
    controls = [
        *(each.custom_id or "" for each in panel.buttons),
        *(menu.custom_id for menu in panel.selects),
    ]
    return any(each[:2] in ("p:", "d:", "s:", "a:", "c:") for each in controls)


class Player:
    """A member at a table in one channel. `luck` chooses what is pressed."""

    def __init__(self, evening: Evening, name: str, channel: Any) -> None:
        self.evening, self.name, self.channel = evening, name, channel
        self.person = evening.playground.member(name)
        self.luck = Chance(Seed(f"player {name}"))

    @property
    def board(self) -> Any:
        """The table message as it stands."""
        table = self.evening.table(self.channel)
        return self.channel.message(table.state.message_id)

    @property
    def panel(self) -> Any:
        """The hand panel opened or pressed last."""
        panels = [m for m in self.person.ephemerals(self.channel) if is_panel(m)]
        return panels[-1] if panels else None

    async def press(self, label: str) -> Any:
        """Press a button where it stands: on the own panel, on the table message, or behind *More…*.

        A member who has a seat and no panel opens one by *My hand*, as they would.
        """
        for where in (self.panel, self.board):
            if _has(where, label):
                return await self.person.press(where, label)
        # The answer to a press goes out before the messages follow it.
        await self.evening.quiet()
        for where in (self.panel, self.board):
            if _has(where, label):
                return await self.person.press(where, label)
        panel = self.panel
        if panel is None or not _has(panel, "More…") or label not in BEHIND_MORE:
            # it may be too old to follow what happens
            panel = (await self.opens_hand()).message
            if _has(panel, label):
                return await self.person.press(panel, label)
        if panel is not None and _has(panel, "More…"):
            page = (await self.person.press(panel, "More…")).message
            if page is not None and _has(page, label):
                return await self.person.press(page, label)
        for name in NAMES:
            # A button of somebody else's panel, which only a forged press can reach.
            theirs = [m for m in self.evening.playground.member(name).ephemerals(self.channel) if is_panel(m)]
            for each in theirs[-1].buttons if theirs else ():
                if each.label == label:
                    return await self.person.press_raw(self.channel, self.board.id, str(each.custom_id))
        return await self.person.press(self.board, label)

    async def opens_settings(self) -> Any:
        """Open the settings of the table, and return their message."""
        return (await self.press("Settings")).message

    async def sets(self, values: Mapping[str, Any]) -> Any:
        """Change settings of the table, named by the labels of their fields, in the form that has them."""
        return await fill_settings(self.person, await self.opens_settings(), values)

    async def opens_hand(self) -> Any:
        """Open a fresh hand panel by the table's button or, in a lobby, by command."""
        return await self.person.slash(self.channel, "hand")

    def choices(self, message: Any) -> list[Any]:
        """Buttons of a message that answer a question outright."""
        return [b for b in message.buttons if (b.custom_id or "").startswith("p:") and not b.disabled]

    async def acts(self, *, avoid: tuple[str, ...] = ("Fold",)) -> Any:
        """Answer whatever the panel asks, by any of its controls but buttons that begin with what to `avoid`."""
        panel = self.panel
        if panel is None or not _asks(panel):
            # it is gone, or too old to follow what happens
            panel = (await self.opens_hand()).message
        buttons = [b for b in self.choices(panel) if not b.label.startswith(avoid)]
        if buttons and self.luck.below(3):
            chosen = buttons[self.luck.below(len(buttons))]
            return await self.person.press(panel, custom_id=chosen.custom_id)
        steps = [
            b for b in panel.buttons if (b.custom_id or "").startswith("d:") and b.label in ("Play", "Draw")
        ]
        if steps:
            chosen = steps[self.luck.below(len(steps))]
            return await self.person.press(panel, custom_id=chosen.custom_id)
        for menu in panel.selects:
            if menu.custom_id.startswith("d:"):
                chosen = menu.options[self.luck.below(len(menu.options))]
                return await self.person.select(panel, menu.custom_id, [chosen.value])
            if menu.custom_id.startswith("s:"):
                least = max(menu.min_values, 1)
                values = [line.value for line in menu.options[:least]]
                return await self.person.select(panel, menu.custom_id, values)
        # a card is open: one of its ways, or back
        ways = [b for b in panel.buttons if (b.custom_id or "").startswith("d:")]
        if ways and not buttons:
            return await self.person.press(panel, custom_id=ways[self.luck.below(len(ways))].custom_id)
        assert buttons, f"{self.name} has nothing to press: {panel.text}"
        chosen = buttons[self.luck.below(len(buttons))]
        return await self.person.press(panel, custom_id=chosen.custom_id)


async def settings_of(person: Any, channel: Any) -> Any:
    """Return the settings of a channel's table, as a member opens them by command."""
    return (await person.slash(channel, "table settings")).message


async def sets(person: Any, channel: Any, values: Mapping[str, Any]) -> Any:
    """Change settings of a channel's table by command, named by the labels of their fields."""
    return await fill_settings(person, await settings_of(person, channel), values)


async def fill_settings(person: Any, menu: Any, values: Mapping[str, Any]) -> Any:
    """Fill in the form of the settings that has these fields, and return the answer, or that of a refused form."""
    for each in menu.buttons:
        if not (each.custom_id or "").startswith("o:"):
            continue
        opened = await person.press(menu, custom_id=each.custom_id)
        if opened.modal is None:
            return opened
        fields = opened.modal.components
        if set(values) <= {
            name for each in fields for name in (each["label"], each["component"]["custom_id"])
        }:
            return await person.submit(opened.modal, values)
    raise AssertionError(f"no form has {', '.join(values)}")


async def sat_down(
    evening: Evening,
    game: str,
    names: Sequence[str] = ("Ann", "Bob"),
    *,
    computers: int = 0,
    channel: Any = "tavern",
) -> list[Player]:
    """The first of these members opens a table, the others sit down, and the first adds computer players.

    `channel` is the name of a channel, or a thread.
    """
    where = evening.playground.guild.channel(channel) if isinstance(channel, str) else channel
    players = [Player(evening, name, where) for name in names]
    await players[0].person.slash(where, "table open", game=game)
    await evening.quiet()
    for player in players[1:]:
        reply = await player.press("Sit down")
        assert "Your cards" in reply.text
    for _ in range(computers):
        await players[0].press("Add computer")
    await evening.quiet()
    return players


async def at_play(
    evening: Evening,
    game: str,
    names: Sequence[str] = ("Ann", "Bob"),
    *,
    computers: int = 0,
    channel: str = "tavern",
) -> list[Player]:
    """The same, and the first of them starts the match."""
    players = await sat_down(evening, game, names, computers=computers, channel=channel)
    await players[0].press("Start")
    await evening.quiet()
    return players


async def with_panels(evening: Evening, game: str) -> list[Player]:
    """Ann and Bob in the middle of a hand, each with a panel."""
    players = await at_play(evening, game)
    for player in players:
        await player.opens_hand()
    return players


async def behind_more(person: Any, shown: Any, label: str) -> Any:
    """Press a button behind *More…* of a message."""
    page = await person.press(shown, "More…")
    return await person.press(page.message, label)


def acting(evening: Evening, players: Sequence[Player]) -> Player:
    """Return the player whose answer the match waits for."""
    session = evening.table(players[0].channel).session
    assert session is not None
    return players[next(iter(session.match.open.values())).seat]


async def worth(evening: Evening, player: Player) -> int:
    """What a member owns in copper, at the tables too."""
    store = evening.store
    member = await store.find_member(evening.playground.guild.id, player.person.id)
    assert member is not None
    owned = await store.owned(member)
    return sum(
        n * (1 if unit == "copper.piece" else int(unit.split(".g")[1]))
        for unit, n in owned.items()
        if "." in unit
    )


async def play_one(
    evening: Evening,
    players: list[Player],
    presses: int,
    *,
    on_board: bool = True,
    avoid: tuple[str, ...] = ("Fold",),
) -> None:
    """One press of whoever is asked first: on the table message every other time, if the question stands there.

    In a race the clock goes on before it, which may end the match.
    """
    table = evening.table(players[0].channel)
    assert table.session is not None
    open_asks = [ask for ask in table.session.match.open.values() if not ask.answered]
    if any(ask.prompt.clock == "race" for ask in open_asks):
        evening.clock.advance(4.0)
        await evening.quiet()
        if table.session is None:
            return
    asked = {ask.seat for ask in open_asks}
    by_seat = {}
    for each in players:
        place = table.state.seat_of(each.person.id)
        if place is not None:
            by_seat[place.number] = each
    here = [seat for seat in sorted(asked) if seat in by_seat]
    if not here:
        # a computer player is still thinking, or an answer given beforehand waits for the beat
        evening.clock.advance(BEAT)
        return
    player = by_seat[here[0]]
    public = [b for b in player.choices(player.board) if not b.label.startswith(avoid)]
    if on_board and public and presses % 2:
        chosen = public[player.luck.below(len(public))]
        reply = await player.person.press(player.board, custom_id=chosen.custom_id)
    else:
        reply = await player.acts(avoid=avoid)
    assert reply.acknowledged


async def play_out(
    evening: Evening,
    players: list[Player],
    *,
    on_board: bool = True,
    until: Callable[[Match], bool] = lambda match: False,
) -> int:
    """Play the match by pressing, to its end or `until` something is so; gives how many presses it took."""
    channel = players[0].channel
    presses = 0
    await evening.quiet()
    while (
        table := evening.bot.registry.find_in_channel(channel.id)
    ) is not None and table.session is not None:
        if until(table.session.match):
            break
        await play_one(evening, players, presses, on_board=on_board)
        presses += 1
        await evening.quiet()
    return presses


async def suspended(evening: Evening, tavern: Any) -> None:
    """The table's match is suspended, as if its record and the rules disagreed."""
    table = evening.table(tavern)
    assert table.state.match_id is not None
    await evening.store.commit(
        CloseMatch(table.state.match_id, "suspended", {}), SaveTable(table.state.id, phase="suspended")
    )
    table.state.phase, table.live.session = "suspended", None
