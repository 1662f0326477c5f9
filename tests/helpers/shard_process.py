"""A process that serves shards, to be killed, frozen or replaced."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection

from pydantic import SecretStr

from bot.fleet.plan import ShardPlan
from bot.startup import run
from tests.helpers.as_discord import point_at, settings_for
from tests.helpers.killed_process import Activity


def serve(
    said: Connection,
    plan: str,
    url: str,
    api: str,
    gateway: str,
    token: str,
    replace: bool,
    activity: Activity,
) -> None:
    """Serve shards until killed or stopped; what is said to the host goes into a pipe."""
    point_at(api, gateway)
    # it wants no worker processes, and so no server that loads everything once more to fork them
    vars(run)["begin_fork_server"] = lambda *modules: None
    settings = settings_for(token, url)
    if activity is not None:
        port, secret = activity
        settings = settings.model_copy(update={"activity_port": port, "activity_secret": SecretStr(secret)})
    asyncio.run(run.run(settings, say=said.send, replace=replace, plan=ShardPlan.parse(plan)))
