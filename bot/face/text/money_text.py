"""Money in words: purses, changes, lines of a history."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.economy.accounts import by_base
from bot.economy.wallet import Purse
from bot.face.text.emoji_text import emoji_for
from bot.face.text.signs import signed
from bot.face.text.templates import pieces_text, safe_name, spelled_dice
from bot.language import N_, _, is_english, ngettext, number, pgettext, with_label
from db.ledger import HistoryLine
from games.engine import money as gems
from games.registry import GAMES

KINDS = {
    "welcome": N_("Welcome set"),
    "claim": N_("Claimed set"),
    "exchange": N_("Exchange"),
    "gift": N_("Gift"),
    "grant": N_("Grant from the house"),
    "donation": N_("Donation to the church"),
    "offering": N_("Offering"),
    "toy": N_("Blinsky's toy"),
    "result": N_("Result"),
    "carried pot": N_("Carried pot"),
    "leaving": N_("Left the table"),
    "reset": N_("The house started over"),
}
"""The words for each kind of transfer."""

OTHER_BASES = N_(
    "Gembones of another base come from a server's admins, or from winning at a table that has them."
)


def purse_text(purse: Purse, added: Sequence[str] = ()) -> str:
    """Return a purse in lines: bases with their worth, money at tables, scores, `added` lines, net worth."""
    lines = [
        f"{_coin(base)}**{_(base.capitalize())}** · {_worth_and_holding(holding)}"
        for base, holding in purse.held.items()
    ]
    lines = lines or [_("Your purse is empty. Try /purse claim.")]
    for base, holding in purse.tables.items():
        lines.append(_("At tables · {worth}").format(worth=_worth_and_holding(holding, base)))
    if purse.scores:
        lines.append(" · ".join(f"{_(unit.capitalize())} {number(n)}" for unit, n in purse.scores.items()))
    lines += added
    if len({*purse.held, *purse.tables}) == 1:
        lines.append(f"-# {_(OTHER_BASES)}")
    if [*purse.held, *purse.tables] != ["copper"]:
        lines.append(_("-# Total: {n} copper.").format(n=number(purse.copper)))
    return "\n".join(lines)


def _worth_and_holding(holding: Mapping[str, int], base: str = "") -> str:
    """Return a worth and what it's made of: `12 pieces: a g8 and a g4`; loose pieces alone are told once."""
    pieces = gems.worth(holding)
    worth = pieces_text(pieces)
    if base:
        words = ngettext("{n} piece of {base}", "{n} pieces of {base}", pieces)
        worth = words.format(n=number(pieces), base=_(base))
    return worth if set(holding) <= {gems.PIECE} else with_label(worth, spelled(holding))


def spelled(holding: Mapping[str, int], base: str = "") -> str:
    """Return a holding in everyday words, with its base if given: `a copper g100`, `five g20s and 3 pieces`."""
    words = spelled_dice(gems.amount_text(holding))
    if base and not is_english():
        return _("{changes} of {base}").format(changes=words, base=_(base))
    return re.sub(r"\b(g\d+s?|pieces?)\b", rf"{base} \1", words, count=1) if base else words


def in_base(amount: str, base: str) -> str:
    """Return a number with the base that it is in: `+12 copper`."""
    return pgettext("an amount of money", "{n} {base}").format(n=amount, base=_(base))


def parting_text(paid: str, base: str) -> str:
    """Return the goodbye to a member who leaves a table, with the money that goes home.

    `paid` is an amount such as `3g20`, a sentence, or empty.
    """
    if not paid or paid.endswith("."):
        return " ".join(filter(None, [_("You've left the table."), paid]))
    amount = gems.parse_amount(paid, base)
    return _("You leave with {n} {base} ({gembones}).").format(
        n=number(gems.worth(amount.holding)), base=_(base), gembones=spelled(amount.holding)
    )


def change_text(change: Mapping[str, int]) -> str:
    """Return the gains and losses of a change: `−1g12 +3g4 of copper · +2 points`."""
    parts = []
    for base, holding in by_base(change).items():
        units = sorted(holding, key=lambda unit: (holding[unit] > 0, gems.worth({unit: 1})))
        changes = " ".join(_signed(holding[unit], unit) for unit in units)
        parts.append(_("{changes} of {base}").format(changes=changes, base=_(base)))
    others = {unit: n for unit, n in change.items() if "." not in unit}
    parts += [f"{signed(n)} {_(unit)}" for unit, n in others.items()]
    return " · ".join(parts) or _("nothing changed")


def history_text(line: HistoryLine, names: Mapping[int, str]) -> str:
    """Return one line of a history: when, what, with whom, and the change."""
    title = _(KINDS.get(line.kind, line.kind.capitalize()))
    game = GAMES.get(str(line.memo.get("game")))
    if game is not None:
        title = _(game.title) if line.kind == "result" else f"{title}, {_(game.title)}"
    if line.kind == "toy":
        title = f"{title}, {_(str(line.memo['toy']))}"
    if line.kind in ("gift", "tip"):
        sent = any(n < 0 for n in by_worth(line.change))
        words = (
            (N_("Gift to {name}"), N_("Gift from {name}"))
            if line.kind == "gift"
            else (N_("Tip to {name}"), N_("Tip from {name}"))
        )
        name = names.get(line.memo.get("to" if sent else "from", 0))
        nobody = _("someone") if line.kind == "gift" else _("the house")
        title = _(words[not sent]).format(name=safe_name(name or nobody))
    return f"<t:{int(line.at)}:R> {title} · {change_text(line.change)}"


def by_worth(change: Mapping[str, int]) -> list[int]:
    """Return the worth of a change in each base, in pieces."""
    return [gems.worth(holding) for holding in by_base(change).values()]


def _coin(base: str) -> str:
    sign = emoji_for(f"coin.{base}")
    return f"{sign} " if sign else ""


def _signed(n: int, unit: str) -> str:
    if unit == gems.PIECE:
        return ngettext("{n} piece", "{n} pieces", n).format(n=signed(n))
    return f"{signed(n)}{unit}"
