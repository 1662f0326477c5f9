"""A small Discord for this machine: gateway, REST, and a web page to be any of its members.

    async with Playground() as playground:
        ...  # start a bot against playground.base_url and playground.gateway_url
        reply = await playground.member("Ann").slash(playground.guild.channel("tavern"), "ping")

It refuses what Discord refuses, with Discord's codes, and listens on loopback only.
"""

from playground.api.rest import RequestRecord
from playground.errors import (
    ApiError,
    CommandRefused,
    FormRefused,
    NotPressable,
    PlaygroundError,
)
from playground.members.client import Person
from playground.members.components import Button, Option, Select
from playground.members.interaction_results import Interaction, Modal
from playground.members.interaction_results import Interaction as Reply
from playground.server import Playground
from playground.world.clock import Clock, ManualClock
from playground.world.state import Channel, Guild, Member, Message, Role, User

__all__ = [
    "ApiError",
    "Button",
    "Channel",
    "Clock",
    "CommandRefused",
    "FormRefused",
    "Guild",
    "Interaction",
    "ManualClock",
    "Member",
    "Message",
    "Modal",
    "NotPressable",
    "Option",
    "Person",
    "Playground",
    "PlaygroundError",
    "Reply",
    "RequestRecord",
    "Role",
    "Select",
    "User",
]
