"""Addresses of databases: `postgresql://...`, told apart from the path of a file, and shown without a password."""

from __future__ import annotations

import os
import re
from typing import TypeGuard
from urllib.parse import urlsplit

_SCHEMES = ("postgresql://", "postgres://")


def is_postgres(location: str | os.PathLike[str]) -> TypeGuard[str]:
    """Return True for the address of a PostgreSQL database, and False for the path of a file."""
    return isinstance(location, str) and location.startswith(_SCHEMES)


def without_password(url: str) -> str:
    """Return an address that is safe to show and log."""
    shown = re.sub(r"(?<=[?&])password=[^&]*", "password=...", url)
    password = urlsplit(url).password
    return shown if password is None else shown.replace(f":{password}@", ":...@", 1)


def database_of(url: str) -> str:
    """Return the name of the database in an address."""
    return urlsplit(url).path.strip("/") or "dicenight"
