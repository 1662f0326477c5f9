"""The wager window of Hag's Haggle: green gifts, chests, oaths, wagers, and who deals instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine import Ask, Choose, Cost, InvitationOnTable, Range
from games.gembones.hags_haggle.codes import CHEST, GREEN, SWEARING
from games.gembones.hags_haggle.payouts import SETS

if TYPE_CHECKING:
    from games.gembones.hags_haggle.round import Round


async def take_wagers(game: Round) -> None:
    """Step 3: green gifts, chests and wagers, each at their own pace (HH-06, HH-21, HH-22, HH-24, HH-R2, HH-R4)."""
    table, options, hag, die = game.table, game.options, game.hag, game.die
    table.phase("wagers", die=die)
    most = options.most
    half, odds = SETS[die]
    cost = Cost({die: 1}, {die: odds, half: 1})
    says = {"die": die, "kind": options.kind_hag, "most": most}
    out: list[int] = []
    sworn: list[int] = []
    if options.dealer:
        table.welcome("deal", 1)

    def ask(seat: int) -> Choose:
        if GREEN in game.codes and seat not in hag.green:
            return Choose("green", ("give", "pass"), "pass", clock="window", public=True)
        if CHEST in game.codes and seat not in out:
            return Choose("chest", ("take_out", "leave"), "take_out", clock="window", public=True)
        swear = ("swear",) if SWEARING in game.codes and seat not in sworn else ()
        deal = ("deal",) if options.dealer and game.dealer() is None else ()
        amount = Range(1, most, tuple(n for n in (1, 2, 3, 5) if n <= most))
        costs = {"amount": cost}
        return Choose("wager", ("pass", *swear, *deal), "pass", amount, clock="window", public=True, says=says,
                      costs=costs)  # fmt: skip

    asks = {seat: Ask(seat, ask(seat), table.words) for seat in table.ring}
    chests: list[int] = []
    while asks:
        reply = await table.ask_any(asks)
        seat, answer = reply.seat, reply.answer
        if answer == "give":
            hag.green.append(seat)
            table.tell("gives_green", seat=seat)
        elif answer in ("take_out", "leave"):
            out.append(seat)
            chests += [seat] if answer == "leave" else []
        elif answer == "swear":
            sworn.append(seat)
            hag.forehead = seat
            table.tell("swears", seat=seat)
        elif answer == "deal" and game.dealer() is not None:
            # the question comes again without it
            table.tell("deals_already", [seat])
        else:
            if answer == "deal":
                game.deals = seat
                table.tell("deals", seat=seat)
                table.note(seat, "deals")
                table.take_off(InvitationOnTable)
            elif answer == "pass":
                table.note(seat, "passes")
                table.seats.out.add(seat)
            else:
                game.wagers[seat] = answer
                table.tell("wagers", seat=seat, n=answer, die=die)
                table.note(seat, "wagers", n=answer, die=die)
            del asks[seat]
            continue
        asks[seat] = Ask(seat, ask(seat), table.words)
    game.wagers = {seat: game.wagers[seat] for seat in table.ring if seat in game.wagers}
    for seat in chests:
        if seat in game.wagers:
            game.breach(seat)
