"""Refusals: those that the bot gets, with Discord's codes, and those that a test or the page gets.

ApiError                 any answer to the bot that is not a success: HTTP status, JSON code, message
├─ (made by the functions below, one for each kind of refusal)
├─ RateLimitError        429 with the seconds to wait, and whose limit it is
├─ FormError             50035 with a tree that names each wrong field and its error
└─ OAuthError            a refusal to sign a member in, in the words of OAuth2

PlaygroundError          a mistake of a test or the page, which act as members
├─ NotPressable          no such control there, or it is disabled
├─ CommandRefused        Discord's client would not send this command
└─ FormRefused           nor this modal or selection
"""

from __future__ import annotations

import math
from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """An answer that is not a success.

    Takes the HTTP status, Discord's JSON error code and its message.
    """

    def __init__(
        self, status: int, code: int, message: str, *, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.headers = headers or {}

    def body(self) -> Json:
        """Return the JSON that the bot receives."""
        return {"message": self.message, "code": self.code}


class RateLimitError(ApiError):
    """A 429 as Discord sends it.

    `scope` is "user" for a bucket that this bot has emptied, "shared" for one that others use too, "global" for all
    requests of the bot. `code` 0 is left out of the body.
    """

    def __init__(
        self,
        retry_after: float,
        *,
        scope: str = "user",
        code: int = 0,
        message: str = "You are being rate limited.",
    ) -> None:
        headers = {
            "Retry-After": str(max(1, math.ceil(retry_after))),
            "X-RateLimit-Scope": scope,
            # Without this header clients believe that the proxy in front of the API has banned them.
            "Via": "1.1 playground",
        }
        if scope == "global":
            headers["X-RateLimit-Global"] = "true"
        super().__init__(429, code, message, headers=headers)
        self.retry_after = retry_after
        self.scope = scope

    def body(self) -> Json:
        """Return the JSON that the bot receives."""
        body: Json = {
            "message": self.message,
            "retry_after": round(self.retry_after, 3),
            "global": self.scope == "global",
        }
        return {**body, "code": self.code} if self.code else body


class FormError(ApiError):
    """An invalid body (50035). It collects any number of errors, then is raised.

    `add` takes the path to the field (keys and indices), a code and a sentence.
    """

    def __init__(self) -> None:
        super().__init__(400, 50035, "Invalid Form Body")
        self.errors: Json = {}
        self.messages: list[str] = []

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Add one error about the field at `path`."""
        node = self.errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
        self.messages.append(f"{'.'.join(map(str, path))}: {message}")
        self.args = (f"400 (50035): {'; '.join(self.messages)}",)

    def raise_if_any(self) -> None:
        """Raise this error if anything was added to it."""
        if self.messages:
            raise self

    def body(self) -> Json:
        """Return the JSON that the bot receives, with the tree of errors."""
        return {**super().body(), "errors": self.errors}


class OAuthError(ApiError):
    """A refusal to sign a member in. Takes the HTTP status, OAuth2's code and Discord's description of it."""

    def __init__(self, status: int, error: str, description: str = "") -> None:
        super().__init__(status, 0, description or error)
        self.error = error
        self.description = description

    def body(self) -> Json:
        """Return the JSON that the application receives."""
        body: Json = {"error": self.error}
        return {**body, "error_description": self.description} if self.description else body


def form_error(path: tuple[str | int, ...], code: str, message: str) -> FormError:
    """Return a `FormError` with a single error."""
    error = FormError()
    error.add(path, code, message)
    return error


def unauthorized() -> ApiError:
    """Return the error for an Authorization header without the bot's token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown(code: int, thing: str) -> ApiError:
    """Return the error for an unknown id: 10003 channel, 10008 message, 10062 interaction, and so on."""
    return ApiError(404, code, f"Unknown {thing}")


def missing_access() -> ApiError:
    """Return the error for a place that the bot cannot see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return the error for a place that the bot sees, without the permission for this."""
    return ApiError(403, 50013, "Missing Permissions")


def invalid_webhook_token() -> ApiError:
    """Return the error for an interaction's token that is unknown or too old."""
    return ApiError(401, 50027, "Invalid Webhook Token")


class PlaygroundError(Exception):
    """An act of a test or the page that a member could not do in Discord's client."""


class NotPressable(PlaygroundError):
    """A control that is not on that message for that member, or is disabled."""


class CommandRefused(PlaygroundError):
    """A command that Discord's client would not offer or send."""


class FormRefused(PlaygroundError):
    """A modal or selection that Discord's client would not send."""
