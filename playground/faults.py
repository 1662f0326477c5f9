"""Things that go wrong on request."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from playground.errors import ApiError
from playground.gateway.gateway import Gateway

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Failure:
    method: str
    path: re.Pattern[str]
    status: int
    code: int
    message: str
    times: int


@dataclass(slots=True, eq=False)
class _Delay:
    seconds: float
    path: re.Pattern[str]


@dataclass(slots=True, eq=False)
class _Loss:
    method: str
    path: re.Pattern[str]
    times: int
    arrives: bool


class Faults:
    """Makes requests fail, be slow, get lost or lose their answer, and the gateway drop.

    Paths are given as regular expressions, searched in the path after `/api/v10`.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._failures: list[_Failure] = []
        self._delays: list[_Delay] = []
        self._lost: list[_Loss] = []

    def drop_gateway(self) -> None:
        """Cut the bot's websocket without a word; it should come back and resume."""
        self._gateway.drop()

    def gateway_reconnect(self) -> None:
        """Ask the bot to reconnect (opcode 7); it should resume."""
        self._gateway.ask_to_reconnect()

    async def invalidate_session(self, *, resumable: bool = False) -> None:
        """Declare the bot's session invalid (opcode 9); it should identify anew, or resume if `resumable`."""
        await self._gateway.invalidate(resumable=resumable)

    def refuse_connections(self, refuse: bool = True) -> None:
        """Answer attempts to reach the gateway with 503, until told otherwise."""
        self._gateway.refusing = refuse

    def fail_next(
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        *,
        times: int = 1,
        message: str = "A fault was asked for",
    ) -> Callable[[], None]:
        """Refuse the next `times` matching requests before anything happens. Gives what takes that back."""
        found = _Failure(method.upper(), re.compile(path), status, code, message, times)
        self._failures.append(found)
        return lambda: _take_back(self._failures, found)

    def lose_answer(self, method: str, path: str, *, times: int = 1) -> None:
        """Carry out the next matching requests, but cut the connection instead of answering."""
        self._lost.append(_Loss(method.upper(), re.compile(path), times, True))

    def lose_request(self, method: str, path: str, *, times: int = 1) -> None:
        """Cut the connection before the next matching requests are carried out."""
        self._lost.append(_Loss(method.upper(), re.compile(path), times, False))

    def latency(self, seconds: float, path: str = "") -> Callable[[], None]:
        """Hold matching requests back for `seconds` from now on. Gives what takes that back."""
        found = _Delay(seconds, re.compile(path))
        self._delays.append(found)
        return lambda: _take_back(self._delays, found)

    def clear(self) -> None:
        """Let everything work again."""
        self._failures.clear()
        self._delays.clear()
        self._lost.clear()
        self._gateway.refusing = False

    # -- asked by the REST side -------------------------------------------------------------------------------

    async def hold(self, path: str) -> None:
        """Wait as long as `latency` asked for."""
        wait = sum(delay.seconds for delay in self._delays if delay.path.search(path))
        if wait:
            await asyncio.sleep(wait)

    def fail(self, method: str, path: str) -> None:
        """Raise the `ApiError` that was asked for, if any."""
        for failure in self._failures:
            if failure.times > 0 and failure.method == method and failure.path.search(path):
                failure.times -= 1
                raise ApiError(failure.status, failure.code, failure.message)

    def loses(self, method: str, path: str, *, arrived: bool) -> bool:
        """Whether this request is to be lost, or its answer if it has been carried out."""
        for lost in self._lost:
            matches = lost.method == method and lost.path.search(path)
            if lost.times > 0 and lost.arrives == arrived and matches:
                lost.times -= 1
                return True
        return False


def _take_back(faults: list[T], fault: T) -> None:
    """End one fault, if `clear` has not done so already."""
    if fault in faults:
        faults.remove(fault)
