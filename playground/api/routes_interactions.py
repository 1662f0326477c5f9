"""The routes of interactions: their callback, and the webhook of follow-ups and edits.

A channel's own webhooks have the same paths, with another id and token.
"""

from __future__ import annotations

from playground.api import messages
from playground.api.rest import Answer, Call, RouteTable
from playground.api.routes_webhooks import execute, message_of, with_token
from playground.errors import unknown
from playground.validate import shapes
from playground.world import payloads

routes = RouteTable()

WEBHOOK = "/webhooks/{application_id}/{token}"


@routes.add("POST", "/interactions/{interaction_id}/{token}/callback", bucket=None, open=True)
def callback(call: Call) -> Answer:
    """Acknowledge an interaction."""
    interactions = call.backend.interactions
    response = interactions.callback(call.id("interaction_id"), call.text("token"), call.body)
    return response if call.flag("with_response") else None


@routes.add("POST", WEBHOOK, bucket="webhook", open=True, shape=shapes.MESSAGE)
def follow_up(call: Call) -> Answer:
    """Post a follow-up, or a message of a channel's webhook."""
    if (webhook := with_token(call)) is not None:
        return execute(call, webhook)
    _require_own(call)
    return payloads.message_json(call.backend.interactions.follow_up(call.text("token"), call.body))


@routes.add("GET", WEBHOOK + "/messages/{message_id}", bucket="webhook", open=True)
def get_message(call: Call) -> Answer:
    """Return @original or a follow-up, or a message of a channel's webhook."""
    if (webhook := with_token(call)) is not None:
        return payloads.message_json(message_of(call, webhook))
    _require_own(call)
    message = call.backend.interactions.find(call.text("token"), call.text("message_id"))
    return payloads.message_json(message)


@routes.add("PATCH", WEBHOOK + "/messages/{message_id}", bucket="webhook", open=True, shape=shapes.MESSAGE)
def edit_message(call: Call) -> Answer:
    """Edit @original or a follow-up, or a message of a channel's webhook."""
    if (webhook := with_token(call)) is not None:
        messages.edit(call.world, message_of(call, webhook), call.body)
        return payloads.message_json(message_of(call, webhook))
    _require_own(call)
    interactions = call.backend.interactions
    return payloads.message_json(interactions.edit(call.text("token"), call.text("message_id"), call.body))


@routes.add("DELETE", WEBHOOK + "/messages/{message_id}", bucket="webhook", open=True)
def delete_message(call: Call) -> Answer:
    """Delete @original or a follow-up, or a message of a channel's webhook."""
    if (webhook := with_token(call)) is not None:
        call.world.delete_message(message_of(call, webhook))
        return None
    _require_own(call)
    call.backend.interactions.delete(call.text("token"), call.text("message_id"))
    return None


def _require_own(call: Call) -> None:
    if call.id("application_id") != call.world.bot.id:
        raise unknown(10015, "Webhook")
