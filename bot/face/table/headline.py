"""The head of a table: its title, the part that is being played, the pots and bets."""

from __future__ import annotations

from bot.face.text.emoji_text import emoji_for
from bot.face.text.templates import Renderer
from bot.language import N_, _, ngettext
from bot.tables.view import TableView
from games.engine.game import Money
from games.engine.scene import Pots, Scene, SceneHeader

VENUES = {
    "tavern": N_("in a tavern"),
    "house": N_("in a gambling house"),
    "nugget": N_("at the Gilded Nugget"),
}
"""The names of the venues (GEN-R10)."""
LETTER_WORDS = {
    "1 hour": N_("in your own time, 1 hour a turn"),
    "4 hours": N_("in your own time, 4 hours a turn"),
    "12 hours": N_("in your own time, 12 hours a turn"),
    "1 day": N_("in your own time, 1 day a turn"),
    "3 days": N_("in your own time, 3 days a turn"),
}
"""The paces of a match by letter."""


def money_kind_of(view: TableView) -> Money:
    """Return the kind of stake at this table, as its options are now."""
    return view.game.money_kind(view.options)


def title_and_facts(view: TableView, scene: Scene, renderer: Renderer) -> tuple[str, list[str]]:
    """Return the title of the game that is played, and its phase, the pots and the bets."""
    title, facts = _(view.game.title), list[str]()
    for block in scene.blocks:
        if isinstance(block, SceneHeader):
            title = _(block.title)
            if block.phase is not None:
                facts.append(renderer.say(block.phase))
            facts += [renderer.say(fact) for fact in block.facts]
        elif isinstance(block, Pots):
            facts += _pots(block, renderer)
    if view.free and view.table.kind.hosted and money_kind_of(view) != "points":
        facts.append(_("for fun"))
    return title, [facts[0][:1].upper() + facts[0][1:], *facts[1:]] if facts else []


def pieces_aside(scene: Scene | None) -> bool:
    """Return whether the pieces are only a prize for the winner, so that the seats' money needn't be shown."""
    return scene is not None and any(pots.aside for pots in scene.every(Pots))


def _pots(block: Pots, renderer: Renderer) -> list[str]:
    parts = []
    for at, (amount, seats) in enumerate(block.pots):
        if block.unit != "piece":
            # a pot inside the game, as in a round of gambling
            holders = ", ".join(renderer.name(seat) for seat in seats)
            parts.append(
                _("{amount} {things} in the pot ({names})").format(
                    amount=amount, things=_(block.unit.capitalize()), names=holders
                )
            )
        elif block.aside:
            parts.append(
                ngettext("{n} piece for the winner", "{n} pieces for the winner", amount).format(n=amount)
            )
        elif at == 0:
            parts.append(f"{emoji_for('chip') or ''} {_('pot **{amount}**').format(amount=amount)}".strip())
        else:
            parts.append(
                _("side pot {amount} ({names})").format(
                    amount=amount, names=", ".join(map(renderer.name, seats))
                )
            )
    if not block.pots:
        parts.append(_("pot 0"))
    if block.bets:
        parts.append(_("bet **{n}**").format(n=max(bet for _seat, bet in block.bets)))
    return parts
