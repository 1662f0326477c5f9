"""The endings of games with a pot: side pots, ties for lower places, prizes, and lines that several games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine.endings.finish import Finish, brief
from games.engine.match_state import Event
from games.engine.scene import Highlights, Line, ResultRow
from games.phrases import N_, spelled


def pot_reasons(finish: Finish) -> Iterable[Line]:
    """Return lines about the winner of each of several pots, the lower prizes of shares, and their broken ties."""
    words = finish.words
    pots = [event for event in finish.events if event.kind in ("wins_pot", "splits_pot")]
    for number, event in enumerate(pots if len(pots) > 1 else ()):
        key = "ending:pots" if event.kind == "wins_pot" else "ending:pots_split"
        side = N_("side pot") if len(pots) == 2 else spelled("side pot {n}", n=number)
        yield Line(words[key], {**event.values, "what": side if number else N_("main pot")})
    for event in finish.events:
        if event.kind in ("prize", "prize_tied") and event.values["place"] != words["place:1"]:
            yield Line(words[f"ending:{event.kind}"], event.values)
        elif event.kind in ("tie_color", "tie_rank"):
            yield Line(words[event.kind], event.values)


RAISES = ("bets", "raises", "bets_all_in", "raises_all_in")
CALLS = ("calls", "calls_all_in")


def pot_highlights(finish: Finish) -> Highlights:
    """Return the pot, and what decided who took it: a tie-break, else the largest bet, called or not."""
    pot = sum(
        event.values["n"] * len(event.values.get("seats", (0,)))
        for event in finish.events
        if event.kind in ("wins_pot", "splits_pot")
    )
    found = _decisive_bet(finish)
    ties = [finish.words["result:tie_color"], finish.words["result:tie_rank"]]
    tie = next((note for note in finish.result.notes if note.text in ties), None)
    if tie is not None:
        bet = Line(finish.words[f"moment:{found[0]}"], found[1]) if found is not None else None
        return Highlights(tie, bet, pot=pot)
    if found is None:
        return Highlights(pot=pot)
    words, kind, values = finish.words, *found
    line, then = Line(words[f"moment:{kind}"], values), words.get(f"moment:{kind}:then")
    shown = finish.values_of("shows")
    if shown:
        return Highlights(line, Line(words["shows"], shown[-1]), tuple(shown[-1]["cards"]), pot)
    return Highlights(line, Line(then, values) if then is not None else None, pot=pot)


def _decisive_bet(finish: Finish) -> tuple[str, dict[str, Any]] | None:
    """Return the kind of the moment about the largest bet, and the values for its words; None if there is none."""
    row = finish.row(finish.winners[0]) if len(finish.winners) == 1 else None
    if row is None or row.reason is None:
        return None
    winner, showdown = row.seat, row.reason.text != finish.words["why:last"]
    bets = [at for at, event in enumerate(finish.events) if event.kind in RAISES]
    if not bets:
        # where nobody can bet, as in Played for Shares, that would be no news
        return ("no_bets", {}) if any(event.kind == "checks" for event in finish.events) else None
    # of equal ones the last: max keeps the first
    at = max(reversed(bets), key=lambda place: finish.events[place].values["n"])
    bet, later = finish.events[at], finish.events[at + 1 :]
    did = Line(finish.words[f"did:{bet.kind}"], bet.values)
    seat = bet.values["seat"]
    values = {"who": finish.winners, "seat": seat, "did": did}
    if seat != winner:
        loser = finish.row(seat)
        if showdown and loser is not None and loser.place is not None and loser.reason is not None:
            return "called", {**values, "mine": brief(loser.reason)}
        return "beaten_off", values
    if not showdown:
        # a seat that called this bet has folded to a later one
        return "stolen", values
    callers = tuple(other for other in _seats_of(later, CALLS) if other != winner)
    return ("paid", {**values, "others": callers}) if callers else None


def _seats_of(events: Iterable[Event], kinds: Iterable[str]) -> tuple[int, ...]:
    """Return the seats of the events of some kinds, each once."""
    return tuple(dict.fromkeys(event.values["seat"] for event in events if event.kind in kinds))


def best_row(finish: Finish) -> ResultRow | None:
    """Return the row of a showdown's winner; None after a tie or without a showdown."""
    winners = finish.winners
    row = finish.row(winners[0]) if len(winners) == 1 else None
    if row is None or row.reason is None or row.reason.text == finish.words["why:last"]:
        return None
    return row


Found = Mapping[str, Any] | None


def won_with_total(least: int) -> Callable[[Finish], Found]:
    """Return a feat's test: a single winner of a showdown with at least `least` points."""

    def when(finish: Finish) -> Found:
        row = best_row(finish)
        total = row.reason.values["total"] if row is not None and row.reason is not None else 0
        return {"total": total} if total >= least else None

    return when


def won_with(fits: Callable[[Line, Any], bool]) -> Callable[[Finish], Found]:
    """Return a feat's test of a single winner, by the reason for the win and the options."""

    def when(finish: Finish) -> Found:
        row = best_row(finish)
        return {} if row is not None and row.reason is not None and fits(row.reason, finish.options) else None

    return when
