"""How messages of the gateway are packed, as the address of a connection asks for it."""

from __future__ import annotations

import importlib
import zlib
from typing import Any, Protocol


class Compressor(Protocol):
    """Packs one message of the gateway."""

    def pack(self, text: str) -> bytes:
        """The bytes that carry `text`."""


class _Zlib:
    def __init__(self) -> None:
        self._deflate = zlib.compressobj(level=1)

    def pack(self, text: str) -> bytes:
        return self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)


class _Zstd:
    def __init__(self, library: Any) -> None:
        if hasattr(library, "ZstdCompressionWriter"):  # the package of that name
            writer = library.ZstdCompressor().compressobj()
            self._compress, self._flush = writer.compress, writer.flush
            self._block = library.COMPRESSOBJ_FLUSH_BLOCK
        else:  # the standard library from 3.14 on, or its backport
            writer = library.ZstdCompressor()
            self._compress, self._flush = writer.compress, writer.flush
            self._block = writer.FLUSH_BLOCK

    def pack(self, text: str) -> bytes:
        packed: bytes = self._compress(text.encode()) + self._flush(self._block)
        return packed


def compressor(name: str | None) -> Compressor | None:
    """The compressor that a gateway address asks for. Raises ValueError if there is none of that name."""
    if name is None:
        return None
    if name == "zlib-stream":
        return _Zlib()
    if name == "zstd-stream":
        # A client that asks for it has one of these; in its own process so has the playground.
        for library in ("compression.zstd", "zstandard", "backports.zstd"):
            try:
                return _Zstd(importlib.import_module(library))
            except ImportError:
                continue
    raise ValueError(f"compression {name!r} is not offered")
