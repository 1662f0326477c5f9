"""A probe that asks a running bot for its health, as a container's health check does."""

from __future__ import annotations

import urllib.error
import urllib.request

PATIENCE = 5.0
"""Seconds that an answer may take."""


class ProbeFailed(Exception):
    """The bot reports a fault, or does not answer."""


def probe(host: str, port: int, *, ready: bool = False) -> None:
    """Ask the bot at an address whether it runs, or with `ready` whether it serves members. Raises `ProbeFailed`."""
    # a bot that listens on all addresses is asked on this machine
    host = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/{'readyz' if ready else 'livez'}"
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE):
            return
    except urllib.error.HTTPError as answer:
        raise ProbeFailed(f"Not well: {answer.read().decode().strip()}.") from answer
    except OSError as fault:
        raise ProbeFailed(f"No answer from {url}: {fault}.") from fault
