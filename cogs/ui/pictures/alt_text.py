"""The alternative text of a picture: what its three bands show, in words and in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.face.table.facts import Facts, SeatFacts, amount_of
from bot.face.text.card_names import counted, in_a_row, item_name
from bot.face.text.templates import word
from bot.language import _, ngettext, number, with_label
from cogs.ui.blocks.circles import circle_in_words
from cogs.ui.blocks.grids import area, cells, pile_text, spot_name
from cogs.ui.components import MOST_ALT
from cogs.ui.pictures.decision import Decision, held_words
from cogs.ui.pictures.middle import Laying
from games.engine.prompts import Pile
from games.engine.scene import BACK, Zone

BRIEF, CLAUSES = 5, 2
"""Where there are too many words, a pile of more cards is told by its size, and what a seat did by so many clauses."""


def alt_text(facts: Facts, decision: Decision | None, tray: str = "", laying: Laying | None = None) -> str:
    """Return the words; where they're too long for Discord, first the cards of others go, then what comes last."""
    above = [facts.happened, f"{facts.title}{f', {facts.step}' if facts.step else ''}"]
    below = [*_decision(decision)] if decision is not None else [tray]
    laid = [_laying(laying)] if laying is not None else []
    for brief, by_size in ((False, False), (True, False), (True, True)):
        middle = [*laid, *_middle(facts, brief=brief, counted=by_size)]
        text = _joined([*above, *middle, *below])
        if len(text) <= MOST_ALT:
            return text
    while len(text) > MOST_ALT and middle:
        middle.pop()
        text = _joined([*above, *middle, *below])
    return text[:MOST_ALT]


def _joined(sentences: Sequence[str]) -> str:
    ended = (each if each[-1] in ".!?…" else f"{each}." for each in sentences if each)
    return " ".join(each[:1].upper() + each[1:] for each in ended)


def _middle(facts: Facts, *, brief: bool = False, counted: bool = False) -> Iterator[str]:
    """Return the table in words; `brief`: of others' large piles only the size.

    `counted`: of shared ones too, and of what a seat last did only the beginning.
    """
    if facts.pot is not None:
        bets = _("{pot}, {n} bet").format(pot=facts.pot_words, n=number(facts.bets))
        yield bets if facts.bets else facts.pot_words
    if facts.trick is not None:
        names = {seat.number: seat.name for seat in facts.seats}
        cards = [
            (_("{name} {card} (leads)") if at == facts.trick.leading else _("{name} {card}")).format(
                name=names.get(seat, "?"), card=item_name(key)
            )
            for at, (seat, key) in enumerate(facts.trick.played)
        ]
        colours = [_("{colour} led").format(colour=_(facts.trick.led))] if facts.trick.led else []
        if facts.trick.dominant:
            colours.append(_("{colour} is dominant").format(colour=_(facts.trick.dominant)))
        yield with_label(word(facts.trick.name), ", ".join([*cards, *colours]))
    if facts.circle is not None:
        yield circle_in_words(facts.circle)
    if facts.track is not None:
        counts = ", ".join(f"{item_name(key)} {n}" for key, n in facts.track.counts)
        yield with_label(word(facts.track.name), counts)
    if facts.strip is not None:
        fields = ", ".join(f"{each.face} {word(each.zone)} {word(each.pays)}" for each in facts.strip.fields)
        yield _("What each number pays: {fields}").format(fields=fields)
    for zone in facts.shared:
        name = word(zone.name)
        if zone.price is not None:
            name = (_("{stall} (pay {n})") if zone.price else _("{stall} (free)")).format(
                stall=name, n=zone.price
            )
        yield with_label(name, items_in_words(zone, brief=counted))
    for _cards, line, then in reversed(facts.stack):
        yield with_label(line, then) if then else line
    for seat in facts.others:
        briefer = seat._replace(low=_beginning(seat.low), note=_beginning(seat.note))
        yield _seat(briefer if counted else seat, brief=brief)
    if facts.mine is not None:
        yield _seat(facts.mine._replace(name=_("You"), piles=(), backs=0))


def _beginning(note: str) -> str:
    """Return the first clauses of what a seat did, such as its points without all that they are for."""
    clauses = note.split(", ")
    return note if len(clauses) <= CLAUSES else f"{', '.join(clauses[:CLAUSES])} …"


def _seat(seat: SeatFacts, *, brief: bool = False) -> str:
    """Return a seat in words: its name, its numbers, what it did, and its open cards; `brief`: only how many."""
    parts = [seat.state or seat.low]
    parts += [
        f"{word(each.mark_name)} {each.mark}, {word(each.name)} {each.value}"
        for each in seat.gauges
        if each.mark is not None
    ]
    parts += [f"{word(name)} {n}" for name, n in seat.counts if amount_of(n, name) != seat.low]
    parts += [_("bet {n}").format(n=number(seat.bet))] if seat.bet else []
    parts += [seat.note] if seat.note and seat.note not in (seat.state, seat.low) else []
    parts += map(_, seat.marks)
    parts += [_("to act")] if seat.time is not None and _("to act") not in parts else []
    named = [
        f"{'' if zone.name == 'hand' or (brief and zone.layout == 'heap') else word(zone.name) + ' '}"
        f"{items_in_words(zone, brief=brief)}"
        for zone in seat.piles
    ]
    hidden = ngettext("{n} hidden card", "{n} hidden cards", seat.backs).format(n=seat.backs)
    parts += named if named else [hidden] if seat.backs else []
    if seat.grid is not None and seat.grid.piles:
        grid = word(seat.grid.name)
        if seat.grid.districts:
            points = sum(each.points for each in seat.grid.districts)
            grid = _("{city} worth {n}").format(city=grid, n=points)
        laid = "" if brief and seat.grid.districts else f": {_grid(seat.grid.piles)}"
        parts.append(f"{grid}{laid}")
    return with_label(seat.name, ", ".join(filter(None, parts))) if any(parts) else seat.name


def items_in_words(zone: Zone, *, brief: bool = False) -> str:
    """Return a pile in words; `brief`: of a large one only its size."""
    if brief and len(zone.items) > BRIEF:
        return ngettext("{n} card", "{n} cards", len(zone.items)).format(n=len(zone.items))
    if zone.layout == "pile":
        return _("{n}, the last one {item}").format(n=len(zone.items), item=item_name(zone.items[-1]))
    counts = Counter(zone.items)
    return in_a_row(
        [
            _("{n} hidden").format(n=n) if key == BACK else counted(item_name(key), n)
            for key, n in counts.items()
        ]
    )


def _grid(piles: Sequence[Pile]) -> str:
    pile_at = cells(piles)
    columns, lines = area(pile_at)
    return ", ".join(
        f"{spot_name((c, r), columns, lines)} {pile_text(pile_at[c, r])}"
        for r in lines
        for c in columns
        if (c, r) in pile_at
    )


def _laying(laying: Laying) -> str:
    pile_at = cells(laying.piles)
    if not pile_at and not laying.spots:
        return ""
    columns, lines = area([*pile_at, *laying.spots])
    free = ", ".join(spot_name(spot, columns, lines) for spot in laying.spots)
    lying = _grid(laying.piles) if pile_at else _("nothing yet")
    words = _("Laid out: {cards}. Open: {places}") if free else _("Laid out: {cards}")
    return words.format(cards=lying, places=free)


def _decision(decision: Decision) -> Iterator[str]:
    held = held_words(decision.held)
    if held:
        yield _("You: {cards}").format(cards=held)
    yield from decision.worth
    if decision.price:
        yield f"{decision.price} {decision.terms}"
    yield decision.ask or decision.waits
    if decision.best:
        yield ": ".join(decision.best)
    if decision.prospects is not None:
        for row in decision.prospects.rows:
            yield _("{answer}: wins {gain}, {hits} in {all}, costs {cost} if wrong").format(
                answer=word(row.name), gain=row.gain, hits=row.hits, all=row.of, cost=row.cost
            )
