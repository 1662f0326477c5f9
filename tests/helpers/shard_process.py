"""A process that serves shards, to be killed, frozen or replaced.

`python -m tests.helpers.shard_process PLAN URL API GATEWAY TOKEN [--replace]`
"""

from __future__ import annotations

import asyncio
import sys

from pydantic import SecretStr

from bot.run import run
from bot.settings import Settings
from bot.shards.plan import ShardPlan
from tests.helpers.as_discord import point_at


async def main(plan: str, url: str, api: str, gateway: str, token: str, *flags: str) -> None:
    """Serve shards until killed."""
    point_at(api, gateway)
    settings = Settings(
        _env_file=None, token=SecretStr(token), database=url, test_guild=None, thinking=0, pictures=False
    )
    await run(settings, say=print, replace="--replace" in flags, plan=ShardPlan.parse(plan))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
