"""Applies the writes of one unit, and checks what must be true when the unit ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from db import journal, ledger, loss_limits, members, places, tables, writes
from db.backend.connection import Connection
from db.history import daily, outcomes, seasons, tournaments
from db.meetings import calls, nights
from db.writes import Transfer, Write


def apply(db: Connection, now: float, unit: Sequence[Write]) -> None:
    """Carry out the writes of one unit, in order. Raises the `Refused` that fits.

    Accounts of a closed table or a dropped seat are checked when all writes are done, so that the transfer which
    empties a stake may stand before or after the write that closes it.
    """
    closing: set[int] = set()  # accounts that must be empty when the unit ends
    closed_tables: set[int] = set()
    transfers: list[Transfer] = []
    for write in unit:
        match write:  # the commonest first
            case writes.AppendRow():
                journal.append_row(db, now, write)
            case writes.SetDeadlines():
                journal.set_deadlines(db, write)
            case writes.Transfer():
                ledger.write_transfer(db, now, write)
                transfers.append(write)
            case writes.SaveSeat():
                old_stake = tables.save_seat(db, write)
                if old_stake is not None:
                    closing.add(old_stake)
                # A stake account may move to another seat within the unit; then it stays open.
                closing.discard(write.seat.stake)
            case writes.DropSeat():
                closing.add(tables.drop_seat(db, write))
            case writes.SaveTable():
                if tables.save_table(db, now, write):
                    closed_tables.add(write.table)
            case writes.OpenMatch():
                journal.open_match(db, now, write)
            case writes.CloseMatch():
                journal.close_match(db, now, write)
            case writes.SaveRating():
                seasons.save_rating(db, write)
            case writes.OpenSeason():
                seasons.open_season(db, write)
            case writes.CloseSeason():
                seasons.close_season(db, write)
            case writes.SaveTry():
                daily.save_try(db, write)
            case writes.SaveTournament():
                tournaments.save_tournament(db, now, write)
            case writes.SaveEntrant():
                tournaments.save_entrant(db, write)
            case writes.DropEntrant():
                escrow = tournaments.drop_entrant(db, write)
                if escrow is not None:
                    closing.add(escrow)
            case writes.SaveRoundTable():
                tournaments.save_round_table(db, write)
            case writes.SaveBye():
                tournaments.save_bye(db, write)
            case writes.EarnDeed():
                outcomes.earn_deed(db, write)
            case writes.ForgetDeeds():
                outcomes.forget_deeds(db, write)
            case writes.ResumeMatch():
                journal.resume_match(db, write)
            case writes.AuditEntry():
                places.write_audit_entry(db, now, write)
            case writes.SaveSetting():
                places.save_setting(db, write)
            case writes.SaveAbout():
                members.save_about(db, write)
            case writes.SaveBlock():
                members.save_block(db, now, write)
            case writes.Tally():
                members.tally(db, write)
            case writes.SaveCall():
                calls.save_call(db, write)
            case writes.SaveNight():
                nights.save_night(db, write)
            case writes.NewNight():
                nights.plan_night(db, now, write)
            case writes.AnswerNight():
                nights.answer_night(db, now, write)
            case _:
                assert_never(write)
    for table in closed_tables:
        closing.update(tables.accounts_of_closed(db, table))
    for account in closing:
        ledger.close_account(db, now, account)
    if transfers:
        loss_limits.check(db, now, transfers)


def delete_member(db: Connection, now: float, place_key: int, user_id: int) -> None:
    """Forget a person: cut the link to their account and take their name off old seats.

    The books are kept, under a number that belongs to no one; the purse goes with it, but limits outlast it. Raises
    `Refused` while they sit at an open table or have a wager open, `Unknown` if nothing is stored about them.
    """
    members.forget(db, now, place_key, user_id)
    loss_limits.keep_after_deletion(db, now, place_key, user_id)
