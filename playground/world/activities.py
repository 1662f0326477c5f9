"""The application's Activity: its instances, their members, and how members sign in to it.

An instance is one launch of the Activity in one channel. It begins with its first member and is over when the last has
left. A member who consents gets a code, which the application exchanges, once and with its secret, for an access token.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from nacl.signing import SigningKey

from playground.world.clock import Clock
from playground.world.state import Channel, User

Json = dict[str, Any]

CODE_LIFE, TOKEN_LIFE = 60.0, 7 * 86_400.0
"""Seconds for which a code and an access token are good."""
SIGNED_FOR = 300
"""Seconds for which the proxy's signature is good."""
SCOPES = frozenset(
    (
        "identify",
        "guilds",
        "guilds.members.read",
        "rpc.activities.write",
        "rpc.voice.read",
        "applications.commands",
    )
)
"""Scopes that any application may ask a member for; others take Discord's approval, or are not for Activities."""


@dataclass(slots=True, eq=False)
class Instance:
    """One launch of the Activity in a channel, with the members who are in it, in the order in which they came."""

    launch_id: int
    channel: Channel
    users: dict[int, User] = field(default_factory=dict)

    @property
    def location(self) -> Json:
        """The place of the instance, as Discord writes it."""
        guild = self.channel.guild
        if guild is None:
            return {"id": f"pc-{self.channel.id}", "kind": "pc", "channel_id": str(self.channel.id)}
        return {
            "id": f"gc-{guild.id}-{self.channel.id}",
            "kind": "gc",
            "channel_id": str(self.channel.id),
            "guild_id": str(guild.id),
        }

    @property
    def id(self) -> str:
        """The id of the instance."""
        return f"i-{self.launch_id}-{self.location['id']}"


@dataclass(slots=True)
class Grant:
    """The scopes that a member has granted the application, until a moment."""

    user: User
    scopes: frozenset[str]
    until: float


class Activities:
    """The Activity of the application, which has none until `enabled`.

    `target` is the address that the application's URL mapping names, empty without one. `changed` is called when
    members come and go. The proxy signs with `key`, the application's.
    """

    def __init__(
        self, application_id: int, clock: Clock, snowflake: Callable[[], int], changed: Callable[[], None]
    ) -> None:
        self.application_id = application_id
        self.enabled = False
        self.target = ""
        self.client_secret = secrets.token_urlsafe(24)
        self.instances: dict[str, Instance] = {}
        self.consented: dict[int, frozenset[str]] = {}
        """The scopes to which each member has agreed; Discord's client asks for each once."""
        self._clock = clock
        self._snowflake = snowflake
        self._changed = changed
        self._codes: dict[str, Grant] = {}
        self._tokens: dict[str, Grant] = {}
        self._key = SigningKey.generate()

    @property
    def public_key(self) -> str:
        """The application's public key, in hexadecimal."""
        return self._key.verify_key.encode().hex()

    # -- instances

    def launch(self, user: User, channel: Channel) -> Instance:
        """Let a member into the instance of a channel, which begins with its first member."""
        instance = self.find(channel)
        if instance is None:
            instance = Instance(self._snowflake(), channel)
            self.instances[instance.id] = instance
        instance.users[user.id] = user
        self._changed()
        return instance

    def leave(self, user: User, instance: Instance) -> None:
        """Let a member leave an instance; it is over when nobody is left."""
        if instance.users.pop(user.id, None) is None:
            return
        if not instance.users:
            self.instances.pop(instance.id, None)
        self._changed()

    def see_out(self, user: User, is_left: Callable[[Channel], bool]) -> None:
        """Let a member leave the instances of the channels that they have left."""
        for instance in list(self.instances.values()):
            if is_left(instance.channel):
                self.leave(user, instance)

    def find(self, channel: Channel) -> Instance | None:
        """Return the instance in a channel, or None."""
        return next((each for each in self.instances.values() if each.channel is channel), None)

    # -- signing in

    def authorize(self, user: User, scopes: Iterable[str]) -> str:
        """Return a code for what a member has agreed to."""
        agreed = frozenset(scopes)
        self.consented[user.id] = self.consented.get(user.id, frozenset()) | agreed
        code = secrets.token_urlsafe(22)
        self._codes[code] = Grant(user, agreed, self._clock() + CODE_LIFE)
        return code

    def exchange(self, code: str) -> str | None:
        """Return the access token for a code. None if the code is unknown, used or too old."""
        grant = self._codes.pop(code, None)
        if grant is None or grant.until < self._clock():
            return None
        token = secrets.token_urlsafe(22)
        self._tokens[token] = Grant(grant.user, grant.scopes, self._clock() + TOKEN_LIFE)
        return token

    def granted(self, token: str) -> Grant | None:
        """Return what an access token opens, None if it is unknown or too old."""
        grant = self._tokens.get(token)
        return grant if grant is not None and grant.until >= self._clock() else None

    # -- the proxy

    def signed_headers(self, user: User | None) -> dict[str, str]:
        """Return the headers with which Discord's proxy signs a request of a member."""
        now = int(self._clock())
        payload: Json = {
            "application_id": str(self.application_id),
            "created_at": now,
            "expires_at": now + SIGNED_FOR,
        }
        if user is not None:
            payload["user_id"] = str(user.id)
        raw = json.dumps(payload).encode()
        return {
            "X-Signature-Ed25519": base64.b64encode(self._key.sign(raw).signature).decode(),
            "X-Signature-Timestamp": str(now),
            "X-Discord-Proxy-Payload": base64.b64encode(raw).decode(),
        }
