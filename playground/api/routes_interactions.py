"""Routes that an interaction's token opens: its callback, and the webhook of follow-ups and edits."""

from __future__ import annotations

from playground.api.rest import Answer, Call, RouteTable
from playground.errors import unknown
from playground.world import payloads

routes = RouteTable()

WEBHOOK = "/webhooks/{application_id}/{token}"


@routes.add("POST", "/interactions/{interaction_id}/{token}/callback", bucket=None, open=True)
def callback(call: Call) -> Answer:
    """Acknowledge an interaction."""
    interactions = call.backend.interactions
    found = interactions.callback(call.id("interaction_id"), call.text("token"), call.body)
    return found if call.flag("with_response") else None


@routes.add("POST", WEBHOOK, bucket="webhook", open=True)
def follow_up(call: Call) -> Answer:
    """Post a follow-up."""
    _own(call)
    return payloads.message(call.backend.interactions.follow_up(call.text("token"), call.body))


@routes.add("GET", WEBHOOK + "/messages/{which}", bucket="webhook", open=True)
def get_message(call: Call) -> Answer:
    """@original or a follow-up."""
    _own(call)
    found = call.backend.interactions.find(call.text("token"), call.text("which"))
    return payloads.message(found)


@routes.add("PATCH", WEBHOOK + "/messages/{which}", bucket="webhook", open=True)
def edit_message(call: Call) -> Answer:
    """Edit @original or a follow-up."""
    _own(call)
    interactions = call.backend.interactions
    return payloads.message(interactions.edit(call.text("token"), call.text("which"), call.body))


@routes.add("DELETE", WEBHOOK + "/messages/{which}", bucket="webhook", open=True)
def delete_message(call: Call) -> Answer:
    """Delete @original or a follow-up."""
    _own(call)
    call.backend.interactions.delete(call.text("token"), call.text("which"))
    return None


def _own(call: Call) -> None:
    if call.id("application_id") != call.world.bot.id:
        raise unknown(10015, "Webhook")
