"""A unit of work takes writes and commands that the store does not know, and checks its end for all of them."""

from __future__ import annotations

import pytest
from msgspec import Struct

from db import NotEnough, Refused, Store, Unknown, ledger
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit
from tests.helpers.store import GUILD, Club, pay


class Note(Struct, frozen=True):
    """A write of a feature."""

    text: str

    def save(self, unit: Unit) -> None:
        """Save the note, with the moment of the unit."""
        unit.db.execute("INSERT INTO settings VALUES (?, ?, ?)", (GUILD, f"note {unit.now:.0f}", self.text))


class Close(Struct, frozen=True):
    """A write that closes an account at the end of its unit."""

    account: int

    def save(self, unit: Unit) -> None:
        """Ask for the account to be empty."""
        unit.must_be_empty.add(self.account)


def notes(db: Connection) -> list[str]:
    """A query of a feature."""
    return [text for (text,) in db.execute("SELECT value FROM settings WHERE guild_id = ?", (GUILD,))]


def take(unit: Unit, text: str, *, closes: int | None = None) -> str:
    """A command of a feature, which returns something."""
    Note(text).save(unit)
    if closes is not None:
        unit.must_be_empty.add(closes)
    return text.upper()


async def test_any_write_is_saved(store: Store) -> None:
    await store.commit(Note("one"))
    assert await store.read(notes) == await store.report(notes) == await store.read_aside(notes) == ["one"]


async def test_a_write_goes_with_its_unit(store: Store, club: Club) -> None:
    with pytest.raises(NotEnough):
        await store.commit(Note("one"), pay("k", club.ann, club.bob, 10_000))
    assert await store.read(notes) == []


async def test_what_must_be_empty_is_asked_at_the_end(store: Store, club: Club) -> None:
    escrow = await store.new_account("escrow", GUILD, club.ann)
    await store.commit(pay("in", club.ann, escrow, unit="copper.g4"))
    with pytest.raises(Refused, match="still holds"):
        await store.commit(Close(escrow), Note("one"))
    await store.commit(Close(escrow), Note("two"), pay("out", escrow, club.ann, unit="copper.g4"))
    assert await store.read(notes) == ["two"]
    with pytest.raises(Refused):
        await store.commit(pay("again", club.ann, escrow, unit="copper.g4"))


async def test_a_command_is_a_unit_of_its_own(store: Store, club: Club) -> None:
    escrow = await store.new_account("escrow", GUILD, club.ann)
    await store.commit(pay("in", club.ann, escrow, unit="copper.g4"))
    with pytest.raises(Refused, match="still holds"):
        await store.run(take, "one", closes=escrow)
    assert await store.read(notes) == []
    assert await store.run(take, "two") == "TWO"
    assert await store.read(notes) == ["two"]
    with pytest.raises(Unknown):
        await store.run(ledger.open_account, "escrow", GUILD, escrow)
