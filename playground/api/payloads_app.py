"""Writing the bot's own things as the JSON that Discord sends: its account, its application, its emoji."""

from __future__ import annotations

from playground.api.payloads import Json, user
from playground.world.state import Emoji, User

VERIFY_KEY = "0" * 64


def own_user(bot: User) -> Json:
    """The bot's own account."""
    return {
        **user(bot),
        "verified": True,
        "mfa_enabled": True,
        "locale": "en-US",
        "email": None,
        "banner": None,
        "accent_color": None,
    }


def application(bot: User, owner: User, guild_count: int) -> Json:
    """The application behind the bot; it has the bot's id."""
    return {
        "id": str(bot.id),
        "name": bot.name,
        "description": "",
        "icon": None,
        "type": None,
        "bot": user(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(owner),
        "team": None,
        "summary": "",
        "verify_key": VERIFY_KEY,
        "flags": 0,
        "hook": True,
        "redirect_uris": [],
        "tags": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "eligible_oauth2_scopes": [],
        "explicit_content_filter": 0,
        "flags_new": "0",
        "integration_types_config": {"0": {}},
    }


def emoji(what: Emoji, owner: User) -> Json:
    """An application emoji."""
    return {
        "id": str(what.id),
        "name": what.name,
        "roles": [],
        "user": user(owner),
        "require_colons": True,
        "managed": False,
        "animated": what.animated,
        "available": True,
    }
