"""Interactions: the acts of members that the bot answers, and its answers.

An interaction is made when a member runs a command, presses a button, chooses from a select or sends a modal. The
bot has three seconds to acknowledge it, once; then its token is good for fifteen minutes of follow-ups and edits.
"""

# ruff: noqa: ASYNC109 - a test says how long it is ready to wait, in the call that waits
from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.api import messages
from playground.api.messages import Body
from playground.errors import ApiError, form_error, invalid_webhook_token, unknown
from playground.validate.components import modal as check_modal
from playground.validate.shapes import CALLBACK, CHOICES, MESSAGE, MODAL, check_shape
from playground.validate.validator import Validator
from playground.world import payloads
from playground.world.activities import Instance
from playground.world.clock import PATIENCE
from playground.world.events import Event
from playground.world.permissions import Permission, get_channel_permissions
from playground.world.state import COMMAND_ANSWER, EPHEMERAL, Channel, Member, Message, User
from playground.world.world import World

Json = dict[str, Any]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

ACKNOWLEDGE_WITHIN = 3.0
"""Seconds that a bot has for its first answer, as at Discord."""
TOKEN_LIFE = 15 * 60.0
"""Seconds that the token of an interaction opens its webhook, as at Discord."""
MAX_FOLLOW_UPS = 5
"""The most follow-ups to an interaction if only the user has installed the app, as at Discord."""
MAX_INTERACTIONS = 20_000
"""Interactions kept in memory, so that a long evening does not fill it."""

LAUNCH = 12
"""The type of the callback that opens the Activity."""

# Types of callbacks, and those that each type of interaction may be answered with; the numbers are Discord's.
_KINDS = {
    4: "message",
    5: "deferred",
    6: "deferred_update",
    7: "update",
    8: "autocomplete",
    9: "modal",
    LAUNCH: "activity",
}
_ALLOWED = {
    COMMAND: (4, 5, 9, LAUNCH),
    COMPONENT: (4, 5, 6, 7, 9, LAUNCH),
    AUTOCOMPLETE: (8,),
    MODAL_SUBMIT: (4, 5, 6, 7, LAUNCH),
}
_SHAPES = {8: CHOICES, 9: MODAL}
"""The shapes of the data of those that show no message."""


@dataclass(slots=True, eq=False)
class Modal:
    """A modal that the bot opened for a member."""

    title: str
    custom_id: str
    components: list[Json]
    opened_by: Interaction


@dataclass(slots=True, eq=False)
class Interaction:
    """One act of a member, with the bot's answer.

    `kind` is None until the bot has answered, then one of "message", "deferred", "update", "deferred_update",
    "modal", "autocomplete", "activity" (with its `instance`). `message` is the message shown or updated, `source` the
    one whose control was used, `original` the one that the bot may call @original. `payload` is the event that the bot
    receives. `refused` holds the answers that were refused. `timeout_text` describes the playground for the error of a
    time-out.
    """

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    created: float
    data: Json
    timeout_text: Callable[[], str]
    member: Member | None = None
    source: Message | None = None
    opened_by: Interaction | None = None
    kind: str | None = None
    message: Message | None = None
    original: Message | None = None
    modal: Modal | None = None
    instance: Instance | None = None
    choices: list[tuple[str, Any]] = field(default_factory=list)
    followups: list[Message] = field(default_factory=list)
    refused: list[ApiError] = field(default_factory=list)
    payload: Json = field(default_factory=dict)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def acknowledged(self) -> bool:
        """True once the bot has answered."""
        return self.kind is not None

    @property
    def only_for_user(self) -> bool:
        """True if only a user has installed the app, and not the server in which it is used."""
        return list(self.payload["authorizing_integration_owners"]) == ["1"]

    @property
    def ephemeral(self) -> bool:
        """True if only this member sees the message that answered."""
        return self.message is not None and self.message.ephemeral

    @property
    def text(self) -> str:
        """The words of the message that answered, or of the modal; empty if there is neither."""
        if self.modal is not None:
            return self.modal.title
        return self.message.text if self.message is not None else ""

    async def wait_for_answer(self, timeout: float = PATIENCE) -> Interaction:
        """Wait until the bot has answered, and return this interaction.

        Raises TimeoutError, with a description of the playground, after `timeout` seconds.
        """
        try:
            async with asyncio.timeout(timeout):
                await self.answered.wait()
        except TimeoutError:
            raise TimeoutError(
                f"interaction {self.id} was not answered within {timeout} s\n{self.timeout_text()}"
            ) from None
        return self


class Interactions:
    """All interactions, the callbacks that answer them, and the webhook that their tokens open.

    Takes the world, a callable that describes the playground for the errors of time-outs, and the seconds that the
    bot has for its first answer.
    """

    def __init__(
        self, world: World, describe: Callable[[], str], answer_within: float = ACKNOWLEDGE_WITHIN
    ) -> None:
        self.world = world
        self.answer_within = answer_within
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
        interaction = Interaction(
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
        interaction.payload = _payload(world, interaction)
        self._forget_old()
        self.by_token[interaction.token] = interaction
        self._unanswered[interaction.id] = interaction.created
        self.last = interaction
        self.deliver(interaction)
        return interaction

    def _forget_old(self) -> None:
        """Drop interactions whose token has expired, and the oldest if there are too many."""
        dead = self.world.clock() - TOKEN_LIFE
        while self.by_token:
            token, oldest = next(iter(self.by_token.items()))
            if oldest.created >= dead and len(self.by_token) < MAX_INTERACTIONS:
                return
            del self.by_token[token]
            self._unanswered.pop(oldest.id, None)

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot."""
        guild = interaction.channel.guild
        guild_id = guild.id if guild else None
        self.world.emit(Event("INTERACTION_CREATE", interaction.payload, guild_id))

    def replay_last(self) -> Interaction:
        """Send the last interaction once more, with the same id and token. Raises LookupError if there is none."""
        if self.last is None:
            raise LookupError("there was no interaction yet")
        self.deliver(self.last)
        return self.last

    @property
    def pending(self) -> bool:
        """True while a bot in good health may still answer an interaction for the first time."""
        begin = self.world.clock() - ACKNOWLEDGE_WITHIN
        return any(created >= begin for created in self._unanswered.values())

    # -- answered by the bot ----------------------------------------------------------------------------------

    def callback(self, interaction_id: int, token: str, body: Body) -> Json:
        """Take the bot's answer and return the body for `with_response`. Raises `ApiError` if it is refused."""
        interaction = self.by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown(10062, "interaction")
        try:
            return self._callback(interaction, body)
        except ApiError as error:
            interaction.refused.append(error)
            raise

    def _callback(self, interaction: Interaction, body: Body) -> Json:
        if interaction.acknowledged:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if self.world.clock() - interaction.created > self.answer_within:
            raise unknown(10062, "interaction")
        check_shape(CALLBACK, body.fields)
        kind = body.fields.get("type")
        allowed = _ALLOWED[interaction.type]
        if kind not in allowed or (kind in (6, 7) and interaction.source is None):
            choices = ", ".join(map(str, allowed))
            raise form_error(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
        data = body.data()
        check_shape(_SHAPES.get(kind, MESSAGE), data.json, ("data",))
        self._take[kind](self, interaction, data)
        interaction.kind = _KINDS[kind]
        interaction.answered.set()
        self._unanswered.pop(interaction.id, None)
        self.world.touch()
        return self._response(interaction, kind)

    def _response(self, interaction: Interaction, kind: int) -> Json:
        summary: Json = {"id": str(interaction.id), "type": interaction.type}
        response: Json = {"interaction": summary}
        if interaction.message is not None:
            summary["response_message_id"] = str(interaction.message.id)
            summary["response_message_loading"] = interaction.message.loading
            summary["response_message_ephemeral"] = interaction.message.ephemeral
        if interaction.instance is not None:
            summary["activity_instance_id"] = interaction.instance.id
            response["resource"] = {"type": kind, "activity_instance": {"id": interaction.instance.id}}
        if kind in (4, 7):
            assert interaction.message is not None
            response["resource"] = {"type": kind, "message": payloads.message_json(interaction.message)}
        return response

    def _viewer(self, interaction: Interaction, body: Body) -> User | None:
        """Return the only user who will see a new message, None if everyone will.

        Where members may not use external apps, only they see the answers of such an app.
        """
        hidden = (body.fields.get("flags") or 0) & EPHEMERAL
        member = interaction.member
        if member is not None and interaction.only_for_user:
            allowed = get_channel_permissions(member, interaction.channel)
            hidden = hidden or not allowed & int(Permission.USE_EXTERNAL_APPS)
        return interaction.user if hidden else None

    def _show(self, interaction: Interaction, body: Body) -> None:
        viewer = self._viewer(interaction, body)
        message = messages.compose(
            self.world, interaction.channel, self.world.bot, body, viewer=viewer, path=("data",)
        )
        self._sign(interaction, message)
        interaction.message = interaction.original = message
        self.world.add_message(message)

    def _think(self, interaction: Interaction, body: Body) -> None:
        viewer = self._viewer(interaction, body)
        message = messages.compose_deferred(self.world, interaction.channel, self.world.bot, viewer)
        self._sign(interaction, message)
        interaction.message = interaction.original = message
        self.world.add_message(message)

    def _update(self, interaction: Interaction, body: Body) -> None:
        assert interaction.source is not None
        if interaction.source.deleted:
            raise unknown(10008, "Message")
        # If the answer to a press lists no attachments, Discord removes the files (discord-api-docs#6277).
        messages.edit(self.world, interaction.source, body, path=("data",), drop_unlisted=True)
        interaction.message = interaction.original = interaction.source

    def _update_later(self, interaction: Interaction, body: Body) -> None:
        interaction.message = interaction.original = interaction.source

    def _open(self, interaction: Interaction, body: Body) -> None:
        validator = Validator(lambda _: None, self.world.emojis.__contains__, modal=True)
        data = check_modal(validator, body.json)
        validator.errors.raise_if_any()
        interaction.modal = Modal(data["title"], data["custom_id"], data["components"], interaction)

    def _launch(self, interaction: Interaction, body: Body) -> None:
        if not self.world.activities.enabled:
            raise form_error(("type",), "BASE_TYPE_CHOICES", "This application has no Activity.")
        interaction.instance = self.world.activities.launch(interaction.user, interaction.channel)

    def _choices(self, interaction: Interaction, body: Body) -> None:
        validator = Validator(lambda _: None, lambda _: False)
        choices = body.fields.get("choices") or []
        validator.choices(choices, ("data", "choices"))
        validator.errors.raise_if_any()
        interaction.choices = [(choice["name"], choice["value"]) for choice in choices]

    _take: dict[int, Callable[[Interactions, Interaction, Body], None]] = {  # noqa: RUF012
        4: _show,
        5: _think,
        6: _update_later,
        7: _update,
        8: _choices,
        9: _open,
        LAUNCH: _launch,
    }

    def _sign(self, interaction: Interaction, message: Message, *, followup: bool = False) -> None:
        """Record in a message the interaction that it answers."""
        metadata = _metadata(interaction)
        if interaction.type == COMMAND and not followup:
            metadata["name"] = interaction.data["name"]
            message.type = COMMAND_ANSWER
        if followup and interaction.original is not None:
            metadata["original_response_message_id"] = str(interaction.original.id)
        message.interaction = metadata
        message.application_id = self.world.bot.id

    # -- the webhook that the token opens ---------------------------------------------------------------------

    def get_live(self, token: str) -> Interaction:
        """Return the interaction of a live token. Raises `ApiError` 50027 if it is dead, 10015 before the answer."""
        interaction = self.by_token.get(token)
        if interaction is None or self.world.clock() - interaction.created > TOKEN_LIFE:
            raise invalid_webhook_token()
        if not interaction.acknowledged or interaction.type == AUTOCOMPLETE:
            raise unknown(10015, "Webhook")
        return interaction

    def follow_up(self, token: str, body: Body) -> Message:
        """Post another message. Raises `ApiError` if it is refused."""
        interaction = self.get_live(token)
        original = interaction.original
        if original is not None and original.loading and not original.deleted:
            # Discord fills in the message that is still thinking, and keeps its visibility.
            fields = {**body.fields}
            if "flags" in fields:
                fields["flags"] = (fields["flags"] or 0) & ~EPHEMERAL
            messages.edit(self.world, original, Body(fields, body.files))
            return original
        if interaction.only_for_user and len(interaction.followups) >= MAX_FOLLOW_UPS:
            raise ApiError(400, 40094, "This interaction has hit the maximum number of follow up messages.")
        viewer = self._viewer(interaction, body)
        message = messages.compose(self.world, interaction.channel, self.world.bot, body, viewer=viewer)
        self._sign(interaction, message, followup=True)
        interaction.followups.append(message)
        self.world.add_message(message)
        return message

    def find(self, token: str, message_id: str) -> Message:
        """Return a message of a live token, by its id or "@original". Raises `ApiError` if there is none."""
        interaction = self.get_live(token)
        original = [interaction.original] if interaction.original else []
        for message in (*original, *interaction.followups):
            is_original = message_id == "@original" and message is interaction.original
            if (is_original or str(message.id) == message_id) and not message.deleted:
                return message
        raise unknown(10008, "Message")

    def edit(self, token: str, message_id: str, body: Body) -> Message:
        """Edit a message of a live token. Raises `ApiError` if it is refused."""
        message = self.find(token, message_id)
        messages.edit(self.world, message, body)
        return message

    def delete(self, token: str, message_id: str) -> None:
        """Delete a message of a live token. Raises `ApiError` if there is none."""
        message = self.find(token, message_id)
        self.world.delete_message(message)


def _payload(world: World, interaction: Interaction) -> Json:
    """Return the event that tells the bot of an interaction."""
    channel, guild = interaction.channel, interaction.channel.guild
    event: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": payloads.interaction_channel_json(channel, interaction.member),
        "locale": interaction.user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": payloads.UPLOAD_LIMIT,
        "context": context_of(channel),
        "authorizing_integration_owners": _owners(interaction),
    }
    if guild is not None and interaction.member is not None:
        event |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": {
                **payloads.member_json(interaction.member),
                "permissions": str(get_channel_permissions(interaction.member, channel)),
            },
        }
    else:
        event["user"] = payloads.user_json(interaction.user)
    event["app_permissions"] = str(_app_permissions(world, interaction))
    if interaction.source is not None:
        event["message"] = payloads.message_json(interaction.source)
    return event


def context_of(channel: Channel) -> int:
    """Return the kind of place, as Discord numbers it: a server, the bot's conversation, one without the bot."""
    if channel.guild is not None:
        return 0
    return 1 if channel.recipient is not None else 2


def _owners(interaction: Interaction) -> Json:
    """Return the owners of the app's installation here, by kind: the server ("0"), a user ("1"), or both."""
    if interaction.source is not None and interaction.source.interaction is not None:
        # A press takes the owners of the message's own interaction, not those of the member who pressed.
        owners: Json = interaction.source.interaction["authorizing_integration_owners"]
        return owners
    guild = interaction.channel.guild
    owners = {}
    if guild is not None and guild.present:
        owners["0"] = str(guild.id)
    elif guild is None and interaction.channel.recipient is not None:
        owners["0"] = "0"
    if interaction.user.has_app and interaction.type in (COMMAND, AUTOCOMPLETE):
        owners["1"] = str(interaction.user.id)
    return owners


def _app_permissions(world: World, interaction: Interaction) -> int:
    """Return the permissions of the app in the place of an interaction."""
    channel, guild = interaction.channel, interaction.channel.guild
    if guild is not None and (bot := world.bot_member(guild)) is not None:
        return get_channel_permissions(bot, channel)
    usual = int(Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE)
    if guild is not None and interaction.member is not None:
        return usual & get_channel_permissions(interaction.member, channel)
    return usual | (int(Permission.USE_EXTERNAL_EMOJIS) if channel.recipient is not None else 0)


def _metadata(interaction: Interaction) -> Json:
    """Return the part of a message that names the interaction it came from."""
    metadata: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": payloads.user_json(interaction.user),
        "authorizing_integration_owners": interaction.payload["authorizing_integration_owners"],
    }
    if interaction.source is not None and interaction.type == COMPONENT:
        metadata["interacted_message_id"] = str(interaction.source.id)
    if interaction.opened_by is not None:
        metadata["triggering_interaction_metadata"] = _metadata(interaction.opened_by)
    return metadata
