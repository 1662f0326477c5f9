"""A small Discord for this machine: gateway, REST, and a web page to be any of its members.

    async with Playground() as playground:
        ...  # start a bot against playground.base_url and playground.gateway_url
        reply = await playground.member("Ann").slash(playground.guild.channel("tavern"), "ping")

It models one application (the bot), its servers with channels, threads, roles and permissions, the people in them,
messages with Components V2, slash commands, interactions, scheduled events emoji, and the application's Activity.
It has no voice, reactions, presences or audit log. It listens on loopback only and keeps nothing after it stops.

The parts, from the bottom up; each imports only parts above it in this list:

    errors          refusals, with Discord's codes
    world/          values, permissions, their JSON, and `World`, the only place that changes state
    validate/       checks of bodies
    traffic_log     a log of all that passes
    gateway/        the websocket to the bot; then `faults`, which disturb it and the requests
    api/            messages, interactions, commands, and the REST routes to them
    members/        `Person`, who acts as Discord's client would
    activity/       the client round an Activity: its proxy, and the host of its RPC
    fault_switches, web/    the page
    server          `Playground`, which makes and joins them all

A request of the bot goes through `Rest`: it reads the body, applies the faults, checks token and rate limit, and
calls a route. The route checks permissions, validates the body and calls a verb of `World`. An `ApiError` at any of
these becomes the answer.

A change goes from `World` to the listeners as an `Event`. The gateway sends it to each session whose shard and
intents fit; it numbers it and stores it, so that a bot that lost its connection can resume. The page sends it to the
tabs whose person may see it. `World.touch` then checks the conditions that tests wait for.

An interaction begins with a `Person`, who can only use commands, buttons, selects and modals that Discord's client
offers. `Interactions` gives it an id and a token and emits it as an event. The bot has three seconds to answer by the
callback route; after that the token opens a webhook for fifteen minutes. The `Interaction` that the person got in
return shows the answer: a message, an update, a modal or choices.

An Activity is shown in a frame of the page. What its SDK says goes through the tab's websocket to an `Rpc`, which
answers as Discord's client does; what its page asks of its server goes through the `Proxy`, as at Discord.

It is strict wherever Discord is: form errors with their paths and codes, limits of components and commands,
permissions, deadlines, rate limits with their headers, edits of old messages, intents and shards. A bot that works
here should not be refused there. Time comes from one clock, so tests pass deadlines without sleeping.
"""

from playground.api.interactions import Interaction, Modal
from playground.api.rest import RequestRecord
from playground.errors import (
    ApiError,
    CommandRefused,
    FormRefused,
    NotPressable,
    PlaygroundError,
)
from playground.members.person import Person
from playground.server import Playground
from playground.world.clock import Clock, ManualClock
from playground.world.components import Button, Option, Select
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
    "RequestRecord",
    "Role",
    "Select",
    "User",
]
