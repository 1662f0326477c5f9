"""A small Discord for this machine: gateway, REST, and a web page to be any of its members.

    async with Playground() as playground:
        ...  # start a bot against playground.base_url and playground.gateway_url
        reply = await playground.member("Ann").slash(playground.guild.channel("tavern"), "ping")

It refuses what Discord refuses, with Discord's codes, and listens on loopback only.
"""

from playground.acts import Interaction, Modal
from playground.acts import Interaction as Reply
from playground.client import Person
from playground.clock import Clock, ManualClock
from playground.components import Button, Option, Select
from playground.errors import (
    ApiError,
    CommandRefused,
    FormRefused,
    NotPressable,
    PlaygroundError,
)
from playground.rest import RequestRecord
from playground.server import Playground
from playground.state import Channel, Guild, Member, Message, Role, User

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
