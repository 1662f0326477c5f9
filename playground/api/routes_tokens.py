"""Routes that an interaction's token opens: its callback, and the webhook of follow-ups and edits."""

from __future__ import annotations

from playground.api import payloads
from playground.api.rest import Answer, Call, route
from playground.errors import unknown

WEBHOOK = "/webhooks/{application_id}/{token}"


@route("POST", "/interactions/{interaction_id}/{token}/callback", bucket=None, open=True)
def callback(call: Call) -> Answer:
    """Acknowledge an interaction."""
    interactions = call.playground.interactions
    found = interactions.callback(call.id("interaction_id"), call.text("token"), call.body)
    return found if call.flag("with_response") else None


@route("POST", WEBHOOK, bucket="webhook", open=True)
def follow_up(call: Call) -> Answer:
    """Post a follow-up."""
    _own(call)
    return payloads.message(call.playground.interactions.follow_up(call.text("token"), call.body))


@route("GET", WEBHOOK + "/messages/{which}", bucket="webhook", open=True)
def get_message(call: Call) -> Answer:
    """@original or a follow-up."""
    _own(call)
    _, found = call.playground.interactions.find(call.text("token"), call.text("which"))
    return payloads.message(found)


@route("PATCH", WEBHOOK + "/messages/{which}", bucket="webhook", open=True)
def edit_message(call: Call) -> Answer:
    """Edit @original or a follow-up."""
    _own(call)
    interactions = call.playground.interactions
    return payloads.message(interactions.edit(call.text("token"), call.text("which"), call.body))


@route("DELETE", WEBHOOK + "/messages/{which}", bucket="webhook", open=True)
def delete_message(call: Call) -> Answer:
    """Delete @original or a follow-up."""
    _own(call)
    call.playground.interactions.delete(call.text("token"), call.text("which"))
    return None


def _own(call: Call) -> None:
    if call.id("application_id") != call.playground.world.bot.id:
        raise unknown(10015, "Webhook")
