"""Party tables with a guest, whom the host may play."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, play_out, sets


async def party(evening: Evening, game: str, variant: str, *names: str) -> list[Player]:
    """Members at a table with a variant for parties; the first is its host."""
    tavern: Any = evening.playground.guild.channel("tavern")
    players = [Player(evening, name, tavern) for name in names]
    await players[0].person.slash(tavern, "table open", game=game)
    await evening.quiet()
    for player in players[1:]:
        await player.press("Sit down")
    await sets(players[0].person, tavern, {"Variants": [variant]})
    await evening.quiet()
    return players


class Host(Player):
    """A host who also plays a guest, in a panel of its own."""

    guest = "Strahd"

    async def invites(self, *, mine: bool = True) -> Any:
        """Invite the guest by the lobby's button."""
        asked = await self.press("Invite a guest")
        joined = await self.person.submit(asked.modal, {"value": self.guest})
        await self.evening.quiet()
        if mine:
            return await self.person.press(joined.message, f"Play {self.guest} myself")
        return joined

    @property
    def guests_panel(self) -> Any:
        """The guest's hand."""
        return [m for m in self.person.ephemerals(self.channel) if f"**{self.guest}'s hand**" in m.text][-1]

    async def opens_guests_hand(self) -> Any:
        """By the button in the host's own panel."""
        await self.opens_hand()
        return await self.person.press(self.panel, f"{self.guest}'s hand")

    async def answers_for_guest(self) -> bool:
        """Answer what the guest is asked, if anything; whether there was something."""
        panel = self.guests_panel
        buttons = self.choices(panel)
        lists = [each for each in panel.selects if each.custom_id.startswith("s:")]
        if not buttons and not lists:
            return False
        if buttons:
            reply = await self.person.press(panel, custom_id=buttons[0].custom_id)
        else:
            reply = await self.person.select(panel, lists[0].custom_id, [lists[0].options[0].value])
        assert reply.acknowledged
        return True


def worth_of(balances: Any) -> int:
    """Pieces of copper in a fund."""
    sizes = {unit.partition(".")[2]: n for unit, n in balances.items()}
    return sum(n * (1 if size == "piece" else int(size[1:])) for size, n in sizes.items())


def guest_of(evening: Evening, player: Player) -> Any:
    """The guest's seat."""
    seat = evening.table(player.channel).state.invited()
    assert seat is not None
    return seat


async def begin(evening: Evening, host: Host, others: list[Player]) -> None:
    """All put up their gembones by the button that everybody shares; the host presses it for the guest too."""
    await host.press("Start")
    await evening.quiet()
    for player in (host, host, *others):
        shown = player.board
        if not player.choices(shown):
            shown = (await player.opens_hand()).message
        [button] = [b for b in player.choices(shown) if b.label.startswith(("Put up", "Throw in", "Roll"))]
        await player.person.press(shown, custom_id=button.custom_id)
    await evening.quiet()


async def play_both(evening: Evening, host: Host, players: list[Player], until: str = "") -> None:
    """To the end of the match, or until the guest is asked for an `until`: the host answers for the guest too."""
    table, number = evening.table(host.channel), guest_of(evening, host).number
    while table.session is not None:
        await play_out(
            evening,
            players,
            on_board=False,
            until=lambda match: any(not ask.answered for ask in match.asks_of(number)),
        )
        if table.session is None or table.session.match.asks_of(number)[0].prompt.kind == until:
            return
        assert await host.answers_for_guest()
        await evening.quiet()
