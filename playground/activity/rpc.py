"""The host that the Embedded App SDK in an Activity's page talks to, as Discord's client is.

Messages are pairs of an opcode and a payload: a handshake, frames with commands and their answers or events, and a
close. The SDK checks each answer against its own schema. A command that needs a scope works once the page has shown an
access token with it; a command that Discord's client does not know, or does not allow, is refused with Discord's code.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from playground.world.activities import SCOPES, Activities, Instance
from playground.world.clock import iso
from playground.world.permissions import get_channel_permissions
from playground.world.state import User

Json = dict[str, Any]

HANDSHAKE, FRAME, CLOSE = 0, 1, 2
INVALID_CLIENT, INVALID_VERSION, INVALID_ENCODING = 4000, 4004, 4005
"""Codes with which a handshake is refused."""
INVALID_PAYLOAD, INVALID_COMMAND, INVALID_EVENT = 4000, 4002, 4004
INVALID_CHANNEL, INVALID_PERMISSIONS, INVALID_CLIENTID, INVALID_TOKEN = 4005, 4006, 4007, 4009
OAUTH_ERROR = 5000
"""Codes with which a command is refused."""
EVENTS: dict[str, str | None] = {
    "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE": None,
    "ACTIVITY_LAYOUT_MODE_UPDATE": None,
    "ORIENTATION_UPDATE": None,
    "THERMAL_STATE_UPDATE": None,
    "ENTITLEMENT_CREATE": None,
    "ACTIVITY_JOIN": None,
    "CURRENT_USER_UPDATE": "identify",
    "CURRENT_GUILD_MEMBER_UPDATE": "guilds.members.read",
    "VOICE_STATE_UPDATE": "rpc.voice.read",
    "SPEAKING_START": "rpc.voice.read",
    "SPEAKING_STOP": "rpc.voice.read",
}
"""The events to which a page may subscribe, and the scopes that it takes."""


class Layout(IntEnum):
    """The part of an Activity that is seen: all of it, a small picture of it, or a tile among others."""

    FOCUSED = 0
    PICTURE = 1
    GRID = 2


class Refusal(Exception):
    """A command that is refused, with Discord's code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(slots=True)
class Client:
    """The abilities of Discord's client that the host uses.

    `send` brings a message to the page; `ask` shows a dialog (its kind, and what it is about) and returns whether the
    member agreed; `close` takes the Activity off the screen. `files` is the address from which shared pictures come.
    """

    send: Callable[[list[Any]], None]
    ask: Callable[[str, Json], Awaitable[bool]]
    close: Callable[[], None]
    files: Callable[[], str]


@dataclass(slots=True, eq=False)
class Rpc:
    """One page of the Activity: the member before it, the instance that they are in, and what the page may do."""

    activities: Activities
    instance: Instance
    user: User
    client: Client
    ready: bool = False
    scopes: frozenset[str] = frozenset()
    layout: Layout = Layout.FOCUSED
    subscribed: set[str] = field(default_factory=set)
    refused: list[tuple[str, int]] = field(default_factory=list)
    """The commands that were refused, with the codes."""
    _told: list[Json] | None = None

    async def receive(self, message: Any) -> None:
        """Take a message of the page."""
        match message:
            case [0, dict() as payload] if not self.ready:
                self._handshake(payload)
            case [1, dict() as payload] if self.ready:
                await self._frame(payload)
            case [2, dict()]:
                self.client.close()
            case _:
                pass  # Discord's client drops what it cannot read

    def look(self, layout: Layout) -> None:
        """Show all of the page, or a small picture of it."""
        self.layout = layout
        self._dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", {"layout_mode": int(layout)})

    def tell_participants(self) -> None:
        """Tell the page if other members are in the instance now."""
        here = self._participants()
        if here != self._told:
            self._told = here
            self._dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", {"participants": here})

    # -- the protocol

    def _handshake(self, payload: Json) -> None:
        wrong = (
            (INVALID_CLIENT, "Invalid Client ID")
            if payload.get("client_id") != str(self.activities.application_id)
            else (INVALID_VERSION, "Invalid Version")
            if payload.get("v") != 1
            else (INVALID_ENCODING, "Invalid Encoding")
            if payload.get("encoding") != "json"
            else None
        )
        if wrong is not None:
            self.refused.append(("HANDSHAKE", wrong[0]))
            self.client.send([CLOSE, {"code": wrong[0], "message": wrong[1]}])
            return
        self.ready = True
        config = {
            "cdn_host": self.client.files().removeprefix("http://"),
            "api_endpoint": "/api",
            "environment": "production",
        }
        self._event("READY", {"v": 1, "config": config})

    async def _frame(self, payload: Json) -> None:
        command, nonce, args = payload.get("cmd"), payload.get("nonce"), payload.get("args")
        answer: Json = {"cmd": command, "evt": None, "nonce": nonce}
        try:
            if not isinstance(command, str) or not isinstance(nonce, str):
                raise Refusal(INVALID_PAYLOAD, "Invalid payload")
            answer["data"] = await self._carry_out(command, args if isinstance(args, dict) else {}, payload)
        except Refusal as refusal:
            self.refused.append((str(command), refusal.code))
            answer |= {"evt": "ERROR", "data": {"code": refusal.code, "message": refusal.message}}
        self.client.send([FRAME, answer])
        if command == "SUBSCRIBE" and answer["evt"] is None:
            self._tell_now(str(payload.get("evt")))

    def _event(self, event: str, data: Json) -> None:
        self.client.send([FRAME, {"cmd": "DISPATCH", "evt": event, "nonce": None, "data": data}])

    def _dispatch(self, event: str, data: Json) -> None:
        if event in self.subscribed:
            self._event(event, data)

    def _tell_now(self, event: str) -> None:
        """Send a new subscriber the present state."""
        if event == "ACTIVITY_LAYOUT_MODE_UPDATE":
            self._event(event, {"layout_mode": int(self.layout)})

    # -- the commands

    async def _carry_out(self, command: str, args: Json, payload: Json) -> Any:
        match command:
            case "SUBSCRIBE" | "UNSUBSCRIBE":
                return self._subscribe(command, payload.get("evt"))
            case "AUTHORIZE":
                return {"code": await self._authorize(args)}
            case "AUTHENTICATE":
                return self._authenticate(args)
            case "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS":
                return {"participants": self._participants()}
            case "USER_SETTINGS_GET_LOCALE":
                self._need("identify")
                return {"locale": self.user.locale}
            case "GET_PLATFORM_BEHAVIORS":
                return {"iosKeyboardResizesView": True}
            case "ENCOURAGE_HW_ACCELERATION":
                return {"enabled": True}
            case "SET_CONFIG":
                return {"use_interactive_pip": _flag(args, "use_interactive_pip")}
            case "SET_ORIENTATION_LOCK_STATE" | "CAPTURE_LOG":
                return None
            case "GET_CHANNEL_PERMISSIONS":
                self._need("guilds.members.read")
                return {"permissions": str(self._permissions())}
            case "OPEN_EXTERNAL_LINK":
                address = _text(args, "url")
                if not address.startswith(("https://", "http://", "discord://")):
                    raise Refusal(INVALID_PAYLOAD, "Invalid URL")
                return {"opened": await self.client.ask("link", {"url": address})}
            case "OPEN_SHARE_MOMENT_DIALOG":
                self._need()
                picture = _text(args, "mediaUrl")
                if len(picture) > 1024 or not picture.startswith(f"{self.client.files()}/attachments/"):
                    raise Refusal(INVALID_PAYLOAD, "mediaUrl must be a Discord CDN URL")
                await self.client.ask("share", {"picture": picture})
                return None
            case "SHARE_LINK":
                self._need()
                shared = await self.client.ask("share", {"text": _text(args, "message")})
                return {"success": shared, "didCopyLink": False, "didSendMessage": shared}
            case "OPEN_INVITE_DIALOG":
                if self.instance.channel.guild is None:
                    raise Refusal(INVALID_CHANNEL, "Invites are for servers")
                await self.client.ask("invite", {})
                return None
            case _:
                raise Refusal(INVALID_COMMAND, f"Invalid command: {command}")

    def _subscribe(self, command: str, event: object) -> Json:
        if not isinstance(event, str) or event not in EVENTS:
            raise Refusal(INVALID_EVENT, f"Invalid event: {event}")
        if command == "SUBSCRIBE":
            scope = EVENTS[event]
            if scope is not None:
                self._need(scope)
            self.subscribed.add(event)
        else:
            self.subscribed.discard(event)
        return {"evt": event}

    async def _authorize(self, args: Json) -> str:
        if str(args.get("client_id")) != str(self.activities.application_id):
            raise Refusal(INVALID_CLIENTID, "Invalid Client ID")
        if args.get("response_type") != "code":
            raise Refusal(OAUTH_ERROR, "OAuth2 Error: unsupported_response_type")
        scopes = args.get("scope")
        if not isinstance(scopes, list) or not scopes or not SCOPES.issuperset(map(str, scopes)):
            raise Refusal(
                OAUTH_ERROR,
                "OAuth2 Error: invalid_scope: The requested scope is invalid, unknown, or malformed.",
            )
        agreed = self.activities.consented.get(self.user.id, frozenset())
        # With the prompt "none" a member who has agreed before is not asked again.
        has_agreed = args.get("prompt") == "none" and agreed.issuperset(scopes)
        if not has_agreed and not await self.client.ask("consent", {"scopes": scopes}):
            raise Refusal(OAUTH_ERROR, "OAuth2 Error: access_denied: The user denied the request.")
        return self.activities.authorize(self.user, scopes)

    def _authenticate(self, args: Json) -> Json:
        token = _text(args, "access_token")
        grant = self.activities.granted(token)
        if grant is None or grant.user is not self.user:
            raise Refusal(INVALID_TOKEN, "Invalid access token.")
        self.scopes = grant.scopes
        return {
            "access_token": token,
            "user": {
                "id": str(self.user.id),
                "username": self.user.name.lower(),
                "global_name": self.user.name,
                "discriminator": "0",
                "avatar": None,
                "public_flags": 0,
            },
            "scopes": sorted(grant.scopes),
            "expires": iso(grant.until),
            "application": {
                "id": str(self.activities.application_id),
                "name": "Dicenight",
                "description": "",
                "icon": None,
                "rpc_origins": [],
            },
        }

    def _need(self, scope: str | None = None) -> None:
        """Raise `Refusal` unless the page has shown an access token, and with that `scope`."""
        if not self.scopes or (scope is not None and scope not in self.scopes):
            raise Refusal(INVALID_PERMISSIONS, "Not authenticated or invalid scope")

    def _participants(self) -> list[Json]:
        guild = self.instance.channel.guild
        members = guild.members if guild is not None else {}
        listed = []
        for user in self.instance.users.values():
            row: Json = {
                "id": str(user.id),
                "username": user.name.lower(),
                "global_name": user.name,
                "discriminator": "0",
                "avatar": None,
                "flags": 0,
                "bot": False,
                "avatar_decoration_data": None,
                "premium_type": 0,
            }
            if user.id in members:
                row["nickname"] = members[user.id].name
            listed.append(row)
        return listed

    def _permissions(self) -> int:
        guild = self.instance.channel.guild
        member = guild.members.get(self.user.id) if guild is not None else None
        if member is None:
            raise Refusal(INVALID_CHANNEL, "Invalid channel")
        return get_channel_permissions(member, self.instance.channel)


def _text(args: Json, name: str) -> str:
    value = args.get(name)
    if not isinstance(value, str) or not value:
        raise Refusal(INVALID_PAYLOAD, f'child "{name}" fails because ["{name}" is required]')
    return value


def _flag(args: Json, name: str) -> bool:
    value = args.get(name)
    if not isinstance(value, bool):
        raise Refusal(INVALID_PAYLOAD, f'child "{name}" fails because ["{name}" must be a boolean]')
    return value
