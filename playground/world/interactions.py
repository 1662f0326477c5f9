"""Interactions: what members do with the bot, and what the bot answers.

An interaction is made when a member runs a command, presses a button, chooses from a select or sends a modal. The
bot has three seconds to acknowledge it, once; then its token is good for fifteen minutes of follow-ups and edits.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from playground.api import payloads
from playground.errors import ApiError, form_error, invalid_webhook_token, unknown
from playground.members.interaction_results import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
    Modal,
    metadata,
    payload,
)
from playground.validate import limits
from playground.world import messages
from playground.world.events import Event
from playground.world.messages import Body
from playground.world.state import EPHEMERAL, Channel, Message, User
from playground.world.world import World

Json = dict[str, Any]


ACKNOWLEDGE_WITHIN = 3.0
TOKEN_LIFE = 15 * 60.0
KEPT = 20_000

_KINDS = {
    4: "message",
    5: "deferred",
    6: "deferred_update",
    7: "update",
    8: "autocomplete",
    9: "modal",
}
_ALLOWED = {
    COMMAND: (4, 5, 9),
    COMPONENT: (4, 5, 6, 7, 9),
    AUTOCOMPLETE: (8,),
    MODAL_SUBMIT: (4, 5, 6, 7),
}


class Interactions:
    """All interactions, the callbacks that answer them, and the webhook their tokens open.

    Takes the world, and a callable that tells what is to be seen (for time-outs).
    """

    def __init__(self, world: World, describe: Callable[[], str]) -> None:
        self.world = world
        self.describe = describe
        self.by_token: dict[str, Interaction] = {}
        self.last: Interaction | None = None
        self._unanswered: dict[int, float] = {}

    # -- made by members --------------------------------------------------------------------------------------

    def create(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        opened_by: Interaction | None = None,
    ) -> Interaction:
        """Make an interaction and send it to the bot."""
        world = self.world
        guild = channel.guild
        made = Interaction(
            id=world.snowflake(),
            token=secrets.token_urlsafe(48),
            type=kind,
            user=user,
            channel=channel,
            created=world.clock(),
            data=data,
            timeout_text=self.describe,
            member=guild.members.get(user.id) if guild else None,
            source=source,
            opened_by=opened_by,
        )
        made.payload = payload(world, made)
        self._forget_old()
        self.by_token[made.token] = made
        self._unanswered[made.id] = made.created
        self.last = made
        self.deliver(made)
        return made

    def _forget_old(self) -> None:
        """Drop tokens that are dead, oldest first, or one of too many, so that no evening fills the memory."""
        dead = self.world.clock() - TOKEN_LIFE
        while self.by_token:
            token, oldest = next(iter(self.by_token.items()))
            if oldest.created >= dead and len(self.by_token) < KEPT:
                return
            del self.by_token[token]
            self._unanswered.pop(oldest.id, None)

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot (again)."""
        guild = interaction.channel.guild
        guild_id = guild.id if guild else None
        self.world.emit(Event("INTERACTION_CREATE", interaction.payload, guild_id))

    @property
    def pending(self) -> bool:
        """Whether an interaction is still within the time in which the bot may answer it."""
        begin = self.world.clock() - ACKNOWLEDGE_WITHIN
        return any(created >= begin for created in self._unanswered.values())

    # -- answered by the bot ----------------------------------------------------------------------------------

    def callback(self, interaction_id: int, token: str, body: Body) -> Json:
        """Take the bot's answer. Gives the body for `with_response`. Raises `ApiError` if it is refused."""
        made = self.by_token.get(token)
        if made is None or made.id != interaction_id:
            raise unknown(10062, "interaction")
        try:
            return self._callback(made, body)
        except ApiError as error:
            made.refused.append(error)
            raise

    def _callback(self, made: Interaction, body: Body) -> Json:
        if made.acknowledged:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if self.world.clock() - made.created > ACKNOWLEDGE_WITHIN:
            raise unknown(10062, "interaction")
        kind = body.fields.get("type")
        allowed = _ALLOWED[made.type]
        if kind not in allowed or (kind in (6, 7) and made.source is None):
            choices = ", ".join(map(str, allowed))
            raise form_error(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
        self._take[kind](self, made, body.data())
        made.kind = _KINDS[kind]
        made.answered.set()
        self._unanswered.pop(made.id, None)
        self.world.touch()
        return self._response(made, kind)

    def _response(self, made: Interaction, kind: int) -> Json:
        about: Json = {"id": str(made.id), "type": made.type}
        found: Json = {"interaction": about}
        if made.message is not None:
            about["response_message_id"] = str(made.message.id)
            about["response_message_loading"] = made.message.loading
            about["response_message_ephemeral"] = made.message.ephemeral
        if kind in (4, 7):
            assert made.message is not None
            found["resource"] = {"type": kind, "message": payloads.message(made.message)}
        return found

    def _show(self, made: Interaction, body: Body) -> None:
        viewer = made.user if (body.fields.get("flags") or 0) & EPHEMERAL else None
        message = messages.compose(
            self.world, made.channel, self.world.bot, body, viewer=viewer, path=("data",)
        )
        self._sign(made, message)
        made.message = made.original = message
        self.world.add_message(message)

    def _think(self, made: Interaction, body: Body) -> None:
        viewer = made.user if (body.fields.get("flags") or 0) & EPHEMERAL else None
        message = messages.deferred(self.world, made.channel, self.world.bot, viewer)
        self._sign(made, message)
        made.message = made.original = message
        self.world.add_message(message)

    def _update(self, made: Interaction, body: Body) -> None:
        assert made.source is not None
        if made.source.deleted:
            raise unknown(10008, "Message")
        messages.edit(self.world, made.source, body, path=("data",))
        made.message = made.original = made.source

    def _update_later(self, made: Interaction, body: Body) -> None:
        made.message = made.original = made.source

    def _open(self, made: Interaction, body: Body) -> None:
        form = limits.Form(lambda _: None, self.world.emojis.__contains__, modal=True)
        found = limits.modal(form, body.json)
        form.errors.raise_if_any()
        made.modal = Modal(found["title"], found["custom_id"], found["components"], made)

    def _choices(self, made: Interaction, body: Body) -> None:
        form = limits.Form(lambda _: None, lambda _: False)
        choices = body.fields.get("choices") or []
        limits.choices(form, choices, ("data", "choices"))
        form.errors.raise_if_any()
        made.choices = [(choice["name"], choice["value"]) for choice in choices]

    _take: dict[int, Callable[[Interactions, Interaction, Body], None]] = {  # noqa: RUF012
        4: _show,
        5: _think,
        6: _update_later,
        7: _update,
        8: _choices,
        9: _open,
    }

    def _sign(self, made: Interaction, message: Message, *, followup: bool = False) -> None:
        """Write on a message which interaction it answers."""
        about = metadata(made)
        if made.type == COMMAND and not followup:
            about["name"] = made.data["name"]
            message.type = 20
        if followup and made.original is not None:
            about["original_response_message_id"] = str(made.original.id)
        message.interaction = about
        message.application_id = self.world.bot.id

    # -- the webhook that the token opens ---------------------------------------------------------------------

    def live(self, token: str) -> Interaction:
        """The interaction of a token that is still good. Raises `ApiError` 50027, or 10015 before the answer."""
        made = self.by_token.get(token)
        if made is None or self.world.clock() - made.created > TOKEN_LIFE:
            raise invalid_webhook_token()
        if not made.acknowledged or made.type == AUTOCOMPLETE:
            raise unknown(10015, "Webhook")
        return made

    def follow_up(self, token: str, body: Body) -> Message:
        """Post another message. Raises `ApiError` if it is refused."""
        made = self.live(token)
        original = made.original
        if original is not None and original.loading and not original.deleted:
            # Discord fills in the message that is still thinking, and keeps its visibility.
            fields = {**body.fields}
            if "flags" in fields:
                fields["flags"] = (fields["flags"] or 0) & ~EPHEMERAL
            messages.edit(self.world, original, Body(fields, body.files))
            return original
        viewer = made.user if (body.fields.get("flags") or 0) & EPHEMERAL else None
        message = messages.compose(self.world, made.channel, self.world.bot, body, viewer=viewer)
        self._sign(made, message, followup=True)
        made.followups.append(message)
        self.world.add_message(message)
        return message

    def find(self, token: str, which: str) -> tuple[Interaction, Message]:
        """The message `which` ("@original" or an id) of a live token. Raises `ApiError` if there is none."""
        made = self.live(token)
        mine = [made.original, *made.followups] if made.original else made.followups
        for message in mine:
            is_original = which == "@original" and message is made.original
            if (is_original or str(message.id) == which) and not message.deleted:
                return made, message
        raise unknown(10008, "Message")

    def edit(self, token: str, which: str, body: Body) -> Message:
        """Edit a message of a live token. Raises `ApiError` if it is refused."""
        _, message = self.find(token, which)
        messages.edit(self.world, message, body)
        return message

    def delete(self, token: str, which: str) -> None:
        """Delete a message of a live token. Raises `ApiError` if there is none."""
        _, message = self.find(token, which)
        self.world.delete_message(message)
