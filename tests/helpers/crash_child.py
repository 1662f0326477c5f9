"""Play for money until killed, and print each acknowledged unit.

`python -m tests.helpers.crash_child PATH WRITERS RUN` opens the store and lets WRITERS tasks commit
units: a transfer, a row and a setting together. After each `commit` that returned, the key of the
unit is printed on a line, written at once. RUN keeps the channels of one run from those of another.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from contextlib import suppress

from db import AppendRow, Move, NotSaved, OpenMatch, SaveSetting, Store, Transfer
from db.opening import open_store

GUILD = 1


async def play(store: Store, writer: int, run: int) -> None:
    """Commit unit after unit at a table and match of its own."""
    ann = await store.member(GUILD, 2 * writer, "Ann")
    bob = await store.member(GUILD, 2 * writer + 1, "Bob")
    table = await store.create_table(GUILD, run * 1_000 + writer, ann, "duel", {}, {}, "seed")
    match = await store.next_match_id()
    await store.commit(OpenMatch(match, table.id, "duel", 1, {}))
    for n in itertools.count(1):
        key = f"{match}:{n}"
        while True:
            with suppress(NotSaved):  # a server that was killed comes back, and nothing of the unit is in it
                # The gembone goes to and fro. Its holder is read from the books: this loop does not know what was
                # saved before.
                holder = ann if (await store.balances(ann)).get("copper.g100") else bob
                other = bob if holder == ann else ann
                await store.commit(
                    Transfer(key, "pass", [Move(holder, other, "copper.g100", 1)]),
                    AppendRow(match, n, n, 0, None, key, "player", press=match * 1_000_000 + n),
                    SaveSetting(GUILD, f"writer {writer}", key),
                )
                break
            await asyncio.sleep(0.01)
        os.write(1, f"{key}\n".encode())


async def main() -> None:
    path, writers, run = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    async with await open_store(path) as store:
        await asyncio.gather(*(play(store, writer, run) for writer in range(writers)))


if __name__ == "__main__":
    asyncio.run(main())
