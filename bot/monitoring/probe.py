"""A probe that asks a running bot for its health, as a container's health check does."""

from __future__ import annotations

import sys
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


def told(host: str, port: int, *, ready: bool = False) -> int:
    """Print what `probe` finds, and return the exit status."""
    try:
        probe(host, port, ready=ready)
    except ProbeFailed as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    sys.stdout.write("Well.\n")
    return 0
