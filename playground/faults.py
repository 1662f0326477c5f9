"""Faults that a test asks for: failing, slow and lost requests, and a gateway that drops."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from playground.errors import ApiError, RateLimitError
from playground.gateway.gateway import Gateway

T = TypeVar("T")

CALLBACK = r"^/interactions/\d+/.+/callback$"
"""The path of first answers."""


@dataclass(slots=True, eq=False)
class _Failure:
    method: str
    path: re.Pattern[str]
    error: ApiError
    times: int
    spares_acknowledgements: bool = False


@dataclass(slots=True, eq=False)
class _Delay:
    seconds: float
    path: re.Pattern[str]
    ended: asyncio.Event


@dataclass(slots=True, eq=False)
class _Loss:
    method: str
    path: re.Pattern[str]
    times: int
    arrives: bool
    every: int = 1
    seen: int = 0


@dataclass(slots=True)
class _Garbled:
    method: str
    path: re.Pattern[str]
    body: str
    times: int
    status: int | None


class Faults:
    """The faults that are to happen.

    Paths are given as regular expressions, searched in the path after `/api/v10`.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._failures: list[_Failure] = []
        self._delays: list[_Delay] = []
        self._losses: list[_Loss] = []
        self._garbled: list[_Garbled] = []

    def drop_gateway(self) -> None:
        """Cut the bot's websocket without a word; it should come back and resume."""
        self._gateway.drop()

    def go_silent(self) -> None:
        """Leave the bot's websocket open, but send nothing on it and answer no heartbeat; it should reconnect."""
        self._gateway.go_silent()

    def gateway_reconnect(self) -> None:
        """Ask the bot to reconnect (opcode 7); it should resume."""
        self._gateway.ask_to_reconnect()

    async def invalidate_session(self, *, resumable: bool = False) -> None:
        """Declare the bot's session invalid (opcode 9); it should identify again, or resume if `resumable`."""
        await self._gateway.invalidate(resumable=resumable)

    async def close_gateway(self, code: int) -> None:
        """Close the bot's websocket with a code; after most of them it should come back and resume."""
        await self._gateway.close_with(code)

    def close_each_connection(self, codes: Iterable[int]) -> None:
        """Cut the bot's websocket, and close its next ones with `codes`, one each; an empty list ends that."""
        self._gateway.closing = deque(codes)
        if self._gateway.closing:
            self._gateway.drop()

    def send_frame(self, text: str) -> None:
        """Send the bot a frame of any text, such as one that is no JSON."""
        self._gateway.send_frame(text)

    def greet_oddly(self, frames: Iterable[str]) -> None:
        """Cut the bot's websocket, and begin its next ones with these frames in place of HELLO, one each."""
        self._gateway.odd_hellos = deque(frames)
        self._gateway.drop()

    def refuse_connections(self, refuse: bool = True) -> None:
        """Answer attempts to reach the gateway with 503, until called again with False."""
        self._gateway.refusing = refuse

    def delay_ready(self, shard: int, seconds: float) -> None:
        """Hold back the READY of a shard, starting with its next identify."""
        self._gateway.late[shard] = seconds

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
        """Refuse the next `times` matching requests before anything happens. Returns a callable that ends it."""
        return self._fail(method, path, ApiError(status, code, message), times)

    def rate_limit(
        self,
        method: str,
        path: str,
        retry_after: float,
        *,
        times: int = 1,
        scope: str = "user",
        code: int = 0,
    ) -> Callable[[], None]:
        """Refuse the next `times` matching requests with 429, as Discord does. Returns a callable that ends it.

        `scope` is "user", "shared" or "global".
        """
        return self._fail(method, path, RateLimitError(retry_after, scope=scope, code=code), times)

    def _fail(self, method: str, path: str, error: ApiError, times: int) -> Callable[[], None]:
        failure = _Failure(method.upper(), re.compile(path), error, times)
        self._failures.append(failure)
        return lambda: _end(self._failures, failure)

    def refuse_answers(self) -> Callable[[], None]:
        """Refuse all answers to presses and commands, except acknowledgements. Returns a callable that ends it."""
        refusal = ApiError(400, 50035, "Invalid Form Body")
        failure = _Failure("POST", re.compile(CALLBACK), refusal, sys.maxsize, spares_acknowledgements=True)
        self._failures.append(failure)
        return lambda: _end(self._failures, failure)

    def lose_answer(self, method: str, path: str, *, times: int = 1, every: int = 1) -> Callable[[], None]:
        """Carry out the next matching requests, or one in `every`, but cut the connection instead of answering.

        Returns a callable that ends it.
        """
        loss = _Loss(method.upper(), re.compile(path), times, True, every)
        self._losses.append(loss)
        return lambda: _end(self._losses, loss)

    def lose_request(self, method: str, path: str, *, times: int = 1) -> None:
        """Cut the connection before the next matching requests are carried out."""
        self._losses.append(_Loss(method.upper(), re.compile(path), times, False))

    def garble(self, method: str, path: str, body: str, *, times: int = 1, status: int | None = None) -> None:
        """Carry out the next matching requests, but answer with another body, as something in between might.

        The status is that of the answer, also of one that `fail_next` or `rate_limit` has asked for, or `status`.
        """
        self._garbled.append(_Garbled(method.upper(), re.compile(path), body, times, status))

    def latency(self, seconds: float, path: str = "") -> Callable[[], None]:
        """Hold matching requests back for `seconds` from now on. Returns a callable that ends it and lets them go."""
        delay = _Delay(seconds, re.compile(path), asyncio.Event())
        self._delays.append(delay)

        def end() -> None:
            _end(self._delays, delay)
            delay.ended.set()

        return end

    @property
    def struck(self) -> bool:
        """True if every request that was to fail, get lost or be garbled has come."""
        asked: list[_Failure | _Loss | _Garbled] = [*self._failures, *self._losses, *self._garbled]
        return all(each.times <= 0 for each in asked)

    def clear(self) -> None:
        """End all faults."""
        self._garbled.clear()
        for delay in self._delays:
            delay.ended.set()
        self._failures.clear()
        self._delays.clear()
        self._losses.clear()
        self._gateway.refusing = False
        self._gateway.late.clear()
        self._gateway.closing.clear()
        self._gateway.odd_hellos.clear()

    # -- called by the REST server -------------------------------------------------------------------------------

    async def hold(self, path: str) -> None:
        """Wait for as long as `latency` asked for."""
        for delay in [delay for delay in self._delays if delay.path.search(path)]:
            with suppress(TimeoutError):
                async with asyncio.timeout(delay.seconds):
                    await delay.ended.wait()

    def fail(self, method: str, path: str, *, acknowledges: bool = False) -> None:
        """Raise the `ApiError` that was asked for, if any."""
        for failure in self._failures:
            if acknowledges and failure.spares_acknowledgements:
                continue
            if failure.times > 0 and failure.method == method and failure.path.search(path):
                failure.times -= 1
                raise failure.error

    def take_body(self, method: str, path: str) -> tuple[str, int | None] | None:
        """Use up one garbled answer, and return its body and status; None if this request is answered as it is."""
        for garbled in self._garbled:
            if garbled.times > 0 and garbled.method == method and garbled.path.search(path):
                garbled.times -= 1
                return garbled.body, garbled.status
        return None

    def take_loss(self, method: str, path: str, *, arrived: bool) -> bool:
        """Use up one loss. Returns True if this request is to be lost, or its answer once it has `arrived`."""
        for loss in self._losses:
            matches = loss.method == method and loss.path.search(path)
            if loss.times > 0 and loss.arrives == arrived and matches:
                loss.seen += 1
                if loss.seen % loss.every:
                    continue
                loss.times -= 1
                return True
        return False


def _end(faults: list[T], fault: T) -> None:
    """End one fault, if `clear` has not done so already."""
    if fault in faults:
        faults.remove(fault)
