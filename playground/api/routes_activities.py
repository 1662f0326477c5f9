"""The routes of Activities: their instances, and the sign-in of their members (OAuth2)."""

from __future__ import annotations

import secrets

from playground.api import messages
from playground.api.rest import Answer, Call, RouteTable
from playground.errors import ApiError, OAuthError, form_error
from playground.world import payloads
from playground.world.activities import TOKEN_LIFE

routes = RouteTable()


@routes.add("POST", "/oauth2/token", open=True)
def exchange_code(call: Call) -> Answer:
    """Exchange a member's code for an access token."""
    activities, form = call.world.activities, call.body.fields
    identified = form.get("client_id") == str(call.world.bot.id) and secrets.compare_digest(
        str(form.get("client_secret") or "").encode(), activities.client_secret.encode()
    )
    if not identified:
        raise OAuthError(401, "invalid_client")
    if form.get("grant_type") != "authorization_code":
        raise OAuthError(400, "unsupported_grant_type", "Unsupported grant type")
    token = activities.exchange(str(form.get("code") or ""))
    grant = activities.granted(token) if token else None
    if token is None or grant is None:
        raise OAuthError(400, "invalid_grant", 'Invalid "code" in request.')
    return {
        "token_type": "Bearer",
        "access_token": token,
        "expires_in": int(TOKEN_LIFE),
        "refresh_token": secrets.token_urlsafe(22),
        "scope": " ".join(sorted(grant.scopes)),
    }


@routes.add("POST", "/applications/{application_id}/attachment", scope="identify")
def upload_attachment(call: Call) -> Answer:
    """Keep a picture of a member, who is about to share it."""
    _require_own(call)
    if call.asker is None or not call.body.files:
        raise form_error(("file",), "BASE_TYPE_REQUIRED", "This field is required")
    attachment = messages.keep_file(call.world, next(iter(call.body.files.values())))
    return {"attachment": payloads.attachment_json(attachment)}


@routes.add("GET", "/applications/{application_id}/activity-instances/{instance_id}")
def activity_instance(call: Call) -> Answer:
    """Return an instance that is not over."""
    _require_own(call)
    instance = call.world.activities.instances.get(call.text("instance_id"))
    if instance is None:
        raise ApiError(404, 0, "404: Not Found")
    return {
        "application_id": str(call.world.bot.id),
        "instance_id": instance.id,
        "launch_id": str(instance.launch_id),
        "location": instance.location,
        "users": [str(each) for each in instance.users],
    }


def _require_own(call: Call) -> None:
    if call.id("application_id") != call.world.bot.id:
        raise ApiError(403, 20012, "You are not authorized to perform this action")
