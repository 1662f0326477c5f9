"""What the playground refuses, in Discord's own codes.

ApiError                 any answer that is not a success: HTTP status, JSON code, message
├─ (made by the functions below, one a kind of refusal)
└─ FormError             50035 with a tree that names each field and what is wrong with it

PlaygroundError          a mistake of the one who drives the playground (a test, the page)
├─ NotPressable          no such control there, or it is disabled
├─ CommandRefused        Discord's client would not send this command
└─ FormRefused           nor this modal or selection
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """An answer that is not a success.

    Takes the HTTP status, Discord's JSON error code and the sentence that goes with it.
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
        """The JSON that the bot receives."""
        return {"message": self.message, "code": self.code}


class FormError(ApiError):
    """50035: the body is not what it should be. Collects any number of complaints, then is raised.

    `add` takes the path to the field (keys and indices), a code and a sentence.
    """

    def __init__(self) -> None:
        super().__init__(400, 50035, "Invalid Form Body")
        self.errors: Json = {}
        self.found: list[str] = []

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note one complaint about the field at `path`."""
        node = self.errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
        self.found.append(f"{'.'.join(map(str, path))}: {message}")
        self.args = (f"400 (50035): {'; '.join(self.found)}",)

    def raise_if_any(self) -> None:
        """Raise this error if anything was added to it."""
        if self.found:
            raise self

    def body(self) -> Json:
        """The JSON that the bot receives, with the tree of complaints."""
        return {**super().body(), "errors": self.errors}


def form_error(path: tuple[str | int, ...], code: str, message: str) -> FormError:
    """A `FormError` with a single complaint."""
    error = FormError()
    error.add(path, code, message)
    return error


def unauthorized() -> ApiError:
    """The token in the Authorization header is not the bot's."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown(code: int, thing: str) -> ApiError:
    """There is no such thing (any more): 10003 channel, 10008 message, 10062 interaction, and so on."""
    return ApiError(404, code, f"Unknown {thing}")


def missing_access() -> ApiError:
    """The bot cannot see the place at all."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The bot sees the place, but may not do this there."""
    return ApiError(403, 50013, "Missing Permissions")


def invalid_webhook_token() -> ApiError:
    """The interaction's token is not (or no longer) good."""
    return ApiError(401, 50027, "Invalid Webhook Token")


class PlaygroundError(Exception):
    """Whoever drives the playground asked for something that a member could not do."""


class NotPressable(PlaygroundError):
    """There is no such control on that message for that member, or it is disabled."""


class CommandRefused(PlaygroundError):
    """Discord's client would not offer or send this command."""


class FormRefused(PlaygroundError):
    """Discord's client would not send this modal or selection."""
