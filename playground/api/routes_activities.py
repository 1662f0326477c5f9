"""The routes of Activities: their instances, and the sign-in of their members (OAuth2)."""

from __future__ import annotations

import secrets

from playground.api.rest import Answer, Call, RouteTable
from playground.errors import ApiError, OAuthError
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


@routes.add("GET", "/applications/{application_id}/activity-instances/{instance_id}")
def activity_instance(call: Call) -> Answer:
    """Return an instance that is not over."""
    if call.id("application_id") != call.world.bot.id:
        raise ApiError(403, 20012, "You are not authorized to perform this action")
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
