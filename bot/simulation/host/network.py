"""Connections in memory. Bytes arrive in order, a little later, as steps of the process that receives them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import Any

from bot.simulation.host.loop import Process, WorldLoop, context_of, current_process

LATENCY = 0.001, 0.02
"""The fewest and the most seconds on the way."""
_PEER: ContextVar[Transport | None] = ContextVar("peer", default=None)


def peer() -> Transport | None:
    """Return the other end of the connection whose request is being answered."""
    return _PEER.get()


class Transport(asyncio.Transport):
    """One end of a connection."""

    def __init__(self, network: Network, process: Process, context: Context, port: int) -> None:
        super().__init__({"peername": ("127.0.0.1", port), "sockname": ("127.0.0.1", port)})
        self.network, self.process, self.context = network, process, context
        self.other: Transport
        self.protocol: Any = None
        self._closing = False
        self._lost = False
        self._arrives = 0.0
        self.spoke_at: float | None = None
        """The moment at which this end began to write what has not been answered yet."""
        self._paused: list[bytes] | None = None

    # ---- what asyncio asks of a transport

    def get_protocol(self) -> Any:
        """Return the protocol of this end."""
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        """Set the protocol of this end."""
        self.protocol = protocol

    def is_closing(self) -> bool:
        """Return whether the connection is closing or closed."""
        return self._closing

    def is_reading(self) -> bool:
        """Return whether bytes are passed on as they arrive."""
        return self._paused is None

    def pause_reading(self) -> None:
        """Keep what arrives."""
        if self._paused is None:
            self._paused = []

    def resume_reading(self) -> None:
        """Pass on what has arrived, and all that arrives."""
        waiting, self._paused = self._paused, None
        for data in waiting or ():
            self.protocol.data_received(data)

    def get_write_buffer_size(self) -> int:
        """Return 0: everything is on its way at once."""
        return 0

    def get_write_buffer_limits(self) -> tuple[int, int]:
        """Return the usual limits."""
        return 0, 2**16

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing: there is no buffer."""

    def write(self, data: Any) -> None:
        """Send bytes to the other end."""
        if not self._closing and data:
            if self.spoke_at is None:
                process = self.process
                begun = process.steps <= process.begun_steps
                self.spoke_at = process.frozen_at if begun else self.network.loop.time()
            self.other.later(self.other.receive, bytes(data))

    def writelines(self, list_of_data: Any) -> None:
        """Send several pieces to the other end."""
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        """Return False."""
        return False

    def close(self) -> None:
        """Close both ends; what was written arrives."""
        if not self._closing:
            self._closing = True
            self.later(self.lose)
            self.other.later(self.other.lose)

    def abort(self) -> None:
        """Cut the connection."""
        self.close()

    # ---- from the other end

    def later(self, call: Callable[..., None], *args: Any) -> None:
        """Call a function in the process of this end, after all that is on its way already."""
        now = self.network.loop.time()
        self._arrives = max(self._arrives + 1e-9, now + self.network.luck.uniform(*LATENCY))
        self.network.loop.call_at(self._arrives, call, *args, context=self.context)

    def receive(self, data: bytes) -> None:
        """Take bytes from the other end."""
        if self._closing:
            return
        self.spoke_at = None
        if self._paused is not None:
            self._paused.append(data)
        else:
            self.protocol.data_received(data)

    def lose(self) -> None:
        """Tell the protocol that the connection is over."""
        self._closing = True
        if not self._lost:
            self._lost = True
            self.network.open.pop(self, None)
            self.protocol.connection_lost(None)


class _Socket:
    """The socket of a server."""

    def __init__(self, port: int) -> None:
        self.port = port

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self.port


class Server:
    """A server that listens."""

    def __init__(self, network: Network, factory: Callable[[], Any], port: int) -> None:
        self.network, self.factory, self.port = network, factory, port
        self.process = current_process()
        self.sockets = [_Socket(port)]

    def close(self) -> None:
        """Listen no more."""
        self.network.servers.pop(self.port, None)

    def is_serving(self) -> bool:
        """Return whether it listens."""
        return self.port in self.network.servers

    async def wait_closed(self) -> None:
        """Return at once."""

    async def start_serving(self) -> None:
        """Do nothing: it listens."""


class Network:
    """All connections of a world. `luck` says how long bytes are on their way."""

    luck: random.Random

    def __init__(self, loop: WorldLoop) -> None:
        self.loop = loop
        self.servers: dict[int, Server] = {}
        self.open: dict[Transport, None] = {}
        self._chosen: dict[int, int] = {}
        self._next_port = 20_000

    def listen(self, factory: Callable[[], Any], port: int | None) -> Server:
        """Listen on a port, or on a free one. Raises OSError if it is taken."""
        if not port:
            self._next_port += 1
            port = self._next_port
        if port in self.servers:
            raise OSError(98, f"port {port} is taken")
        server = self.servers[port] = Server(self, factory, port)
        return server

    def choose(self, sock: Any, address: Any) -> None:
        """Note where a socket is connected to. Raises OSError if nobody listens there."""
        if address[1] not in self.servers:
            raise ConnectionRefusedError(111, f"nobody listens on {address}")
        self._chosen[sock.fileno()] = address[1]

    def port_of(self, sock: Any) -> int:
        """Close a socket, and return the port that it has chosen."""
        port = self._chosen.pop(sock.fileno())
        sock.close()
        return port

    def connect(self, factory: Callable[[], Any], port: int) -> tuple[Transport, Any]:
        """Connect the process of this step to a server. Raises OSError if nobody listens."""
        server = self.servers.get(port)
        if server is None:
            raise ConnectionRefusedError(111, f"nobody listens on port {port}")
        client = current_process()
        server_context = context_of(server.process)
        near = Transport(self, client, context_of(client), port)
        server_context.run(_PEER.set, near)
        far = Transport(self, server.process, server_context, port)
        near.other, far.other = far, near
        near.protocol = factory()
        near.protocol.connection_made(near)
        self.open |= {near: None, far: None}
        far.protocol = server_context.run(server.factory)
        far.later(far.protocol.connection_made, far)
        return near, near.protocol

    def cut(self, process: Process) -> None:
        """Cut all connections of a process that has ended: the other ends are told. It listens no more."""
        self.servers = {port: each for port, each in self.servers.items() if each.process is not process}
        for transport in list(self.open):
            if transport.process is process:
                transport._closing = True
                transport.other.later(transport.other.lose)
                self.open.pop(transport, None)
