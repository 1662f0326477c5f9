"""A beacon on this machine that answers like a drand server, or keeps silent, or lies."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from bot.clock import Clock
from bot.luck import drand
from bot.luck.beacon import DrandBeacon

KEY = Scalar(20_231_122)
"""The secret key by which this beacon signs."""
CHAIN = "c0" * 32


class FakeBeacon:
    """Answers with round `n` signed by its own key; `change` is put over each answer, `missing` come first."""

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[str] = []
        self.change: dict[str, Any] = {}
        self.missing = 0

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        if self.missing:
            self.missing -= 1
            return web.Response(status=404)
        number = int(request.match_info["round"])
        signature = signature_of(number)
        answer = {
            "round": number,
            "randomness": randomness_of(number),
            "signature": signature.hex(),
        }
        return web.json_response(answer | self.change)

    def client(self, clock: Clock, **settings: Any) -> DrandBeacon:
        """A client of this beacon, with rounds three seconds apart from the clock's beginning on."""
        network = drand.Network(CHAIN, PUBLIC_KEY, clock.now(), 3.0)
        drand.NETWORKS[CHAIN] = network
        return DrandBeacon(self.url, clock, network=network, **settings)


PUBLIC_KEY = (G2Point() * KEY).to_compressed_bytes().hex()


def signature_of(number: int) -> bytes:
    """The signature of a round."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    return (G1Point.hash_to_curve(message, drand.DOMAIN) * KEY).to_compressed_bytes()


def randomness_of(number: int) -> str:
    """The randomness of a round."""
    return hashlib.sha256(signature_of(number)).hexdigest()


@asynccontextmanager
async def fake_beacon() -> AsyncIterator[FakeBeacon]:
    """Start a beacon on a free port of this machine."""
    beacon = FakeBeacon()
    app = web.Application()
    app.router.add_get("/{chain}/public/{round}", beacon.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    beacon.url = f"http://{host}:{port}"
    try:
        yield beacon
    finally:
        drand.NETWORKS.pop(CHAIN, None)
        await runner.cleanup()
