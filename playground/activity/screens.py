"""The Activities that are open on the tabs of the page: a host for each, and the members who come and go with them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from playground.activity.proxy import PREFIX
from playground.activity.rpc import Client, Layout, Rpc
from playground.world.activities import Activities, Instance
from playground.world.state import User

Json = dict[str, Any]


class Screen:
    """The Activity that a tab shows. `send` brings news to the tab: a kind and its fields."""

    def __init__(
        self, screens: Screens, rpc_number: int, send: Callable[..., None], files: Callable[[], str]
    ) -> None:
        self._screens = screens
        self._send = send
        self._files = files
        self._frame_id = f"frame-{rpc_number}"
        self._questions: dict[int, asyncio.Future[bool]] = {}
        self._numbers = itertools.count(1)
        self.rpc: Rpc | None = None

    def open(self, instance: Instance, user: User, *, mobile: bool) -> None:
        """Show an instance to a member, in place of the one that was shown."""
        self.shut(tell=False)
        client = Client(
            send=lambda message: self._send("rpc", message=message),
            ask=self._ask,
            close=self.shut,
            files=self._files,
        )
        self.rpc = Rpc(self._screens.activities, instance, user, client)
        self._screens.open.append(self.rpc)
        instance.users.setdefault(user.id, user)
        query = {
            "frame_id": self._frame_id,
            "instance_id": instance.id,
            "launch_id": str(instance.launch_id),
            "location_id": instance.location["id"],
            "channel_id": str(instance.channel.id),
            "platform": "mobile" if mobile else "desktop",
        }
        if instance.channel.guild is not None:
            query["guild_id"] = str(instance.channel.guild.id)
        if mobile:
            query["mobile_app_version"] = "300.0"
        self._send("activity", src=f"{PREFIX}?{urlencode(query)}", channel=instance.channel.name)

    def shut(self, *, tell: bool = True) -> None:
        """Take the Activity off the tab; its member leaves the instance, unless another tab of theirs shows it."""
        for question in self._questions.values():
            question.cancel()
        self._questions.clear()
        rpc, self.rpc = self.rpc, None
        if rpc is None:
            return
        self._screens.close(rpc)
        if tell:
            self._send("activity", src=None)

    async def receive(self, message: Any) -> None:
        """Take a message of the Activity's page."""
        if self.rpc is not None:
            await self.rpc.receive(message)

    def look(self, layout: Layout) -> None:
        """Show all of the Activity, or a small picture of it."""
        if self.rpc is not None:
            self.rpc.look(layout)

    def answer(self, number: int, agreed: bool) -> None:
        """Take the member's answer to a dialog."""
        question = self._questions.pop(number, None)
        if question is not None and not question.done():
            question.set_result(agreed)

    async def _ask(self, kind: str, about: Json) -> bool:
        number = next(self._numbers)
        question: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._questions[number] = question
        self._send("dialog", number=number, kind=kind, about=about)
        return await question


class Screens:
    """The hosts of all open Activities."""

    def __init__(self, activities: Activities, files: Callable[[], str]) -> None:
        self.activities = activities
        self.open: list[Rpc] = []
        self._files = files
        self._numbers = itertools.count(1)

    def add(self, send: Callable[..., None]) -> Screen:
        """Return the screen of a new tab."""
        return Screen(self, next(self._numbers), send, self._files)

    def close(self, rpc: Rpc) -> None:
        """Take a host away; its member leaves the instance with their last."""
        self.open.remove(rpc)
        if not any(each.user is rpc.user and each.instance is rpc.instance for each in self.open):
            self.activities.leave(rpc.user, rpc.instance)

    def tell_participants(self) -> None:
        """Tell every open Activity about the members who have come or gone."""
        for rpc in self.open:
            rpc.tell_participants()
