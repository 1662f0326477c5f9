"""Bodies of requests as Discord's documentation has them: examples that it takes, and what its sentences rule out.

The pages are those of https://docs.discord.com/developers of August 2026; the words are ours. A body stands under the
name of its request, see `REQUESTS` in `test_conformance.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.helpers.raw_client import Json, button, command, row, select, text

V2 = 1 << 15
PICTURE = {"url": "https://example.org/city.png"}
GIF = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


class Body(NamedTuple):
    """A body of a request, and the code of its refusal if it is refused."""

    request: str
    json: Any
    code: int = 50035


def message(*components: Any, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


def box(*children: Json, **more: Any) -> Json:
    return {"type": 17, "components": list(children), **more}


def section(*texts: Json, accessory: Json | None) -> Json:
    return {"type": 9, "components": list(texts), "accessory": accessory}


def picker(kind: int, **more: Any) -> Json:
    """A select of users, roles, both or channels."""
    return {"type": kind, "custom_id": "picked", **more}


def labelled(component: Json, **more: Any) -> Json:
    return {"type": 18, "label": "Which way?", "component": component, **more}


def modal(*components: Json, **more: Any) -> Json:
    return {"title": "A map", "custom_id": "map", "components": list(components), **more}


def written(**more: Any) -> Json:
    return {"type": 4, "custom_id": "note", "style": 2, **more}


def upload(**more: Any) -> Json:
    return {"type": 19, "custom_id": "proof", **more}


def options(count: int, **more: Any) -> list[Json]:
    return [{"label": f"Path {i}", "value": f"path-{i}", **more} for i in range(count)]


def radio(**more: Any) -> Json:
    return {"type": 21, "custom_id": "way", "options": options(3), **more}


def boxes(count: int = 3, **more: Any) -> Json:
    return {"type": 22, "custom_id": "ways", "options": options(count), **more}


def option(name: str = "word", kind: int = 3, **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "What it is", **more}


def event(**more: Any) -> Json:
    return {
        "name": "A night of dice",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "#tavern"},
        "scheduled_start_time": "2026-11-28T20:00:00+00:00",
        "scheduled_end_time": "2026-11-28T23:00:00+00:00",
        **more,
    }


def repeated(frequency: int, interval: int = 1, **more: Any) -> Json:
    rule = {"start": "2026-11-28T20:00:00+00:00", "frequency": frequency, "interval": interval, **more}
    return event(recurrence_rule=rule)


def channel_select(*kinds: int) -> Json:
    return message(row(picker(8, channel_types=list(kinds))))


TAKEN = {
    # Component Reference
    "a row with a button": Body("message", message(row(button("accept", "Accept")))),
    "a row of buttons of all five styles": Body(
        "message",
        message(
            row(
                *(button(f"b{style}", "Go", style=style) for style in range(1, 5)),
                {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org/rules"},
            )
        ),
    ),
    "a button with an emoji": Body("message", message(row(button("die", "", emoji={"name": "🎲"})))),
    "a string select with words and emoji": Body(
        "message",
        message(
            row(
                select(
                    3,
                    placeholder="Choose",
                    options=options(3, description="A way", emoji={"name": "🗺️"}),
                    min_values=0,
                    max_values=2,
                )
            )
        ),
    ),
    "a user select": Body("message", message(row(picker(5, placeholder="Who?", max_values=4)))),
    "a role select": Body("message", message(row(picker(6, min_values=1, max_values=3)))),
    "a select of users and roles": Body(
        "message",
        message(
            row(
                picker(
                    7,
                    max_values=2,
                    default_values=[{"id": "1", "type": "user"}, {"id": "2", "type": "role"}],
                )
            )
        ),
    ),
    "a channel select": Body("message", channel_select(0, 5, 11)),
    "a section with a thumbnail": Body(
        "message",
        message(section(text("# A city"), text("by the sea"), accessory={"type": 11, "media": PICTURE})),
    ),
    "a section with a button": Body("message", message(section(text(), accessory=button()))),
    "a text display": Body("message", message(text("# Markdown\nand **more**"))),
    "a gallery": Body(
        "message",
        message({"type": 12, "items": [{"media": PICTURE, "description": "A city"}, {"media": PICTURE}]}),
    ),
    "a separator": Body("message", message(text(), {"type": 14, "divider": True, "spacing": 2}, text())),
    "a box": Body(
        "message",
        message(
            box(
                text(),
                {"type": 12, "items": [{"media": PICTURE}]},
                row(button()),
                accent_color=703487,
                spoiler=True,
            )
        ),
    ),
    "components with ids of their own": Body("message", message({**text(), "id": 42}, text())),
    "a classic message with a row": Body(
        "message", {"content": "Choose", "components": [row(button("a"), button("b"))]}
    ),
    "a modal with a short text": Body(
        "modal",
        modal(labelled(written(style=1, min_length=1, max_length=4000, placeholder="Words", required=True))),
    ),
    "a modal with a select": Body("modal", modal(labelled(select(3, required=True)))),
    "a modal with a select that may stay empty": Body(
        "modal", modal(labelled(select(3, required=False, min_values=0)))
    ),
    "a modal with a user select": Body("modal", modal(labelled(picker(5, max_values=5, required=True)))),
    "a modal with a channel select": Body("modal", modal(labelled(picker(8, channel_types=[0])))),
    "a modal with a text and an upload": Body(
        "modal",
        modal(text("Send a map."), labelled(upload(min_values=1, max_values=10, required=True))),
    ),
    "an upload of pictures only": Body("modal", modal(labelled(upload(file_types=["image", ".pdf"])))),
    "a modal with radio buttons": Body("modal", modal(labelled(radio(), description="One of them"))),
    "a modal with check boxes": Body("modal", modal(labelled(boxes(min_values=1, max_values=2)))),
    "check boxes that may stay empty": Body("modal", modal(labelled(boxes(min_values=0, required=False)))),
    "a modal with a check box": Body(
        "modal", modal(labelled({"type": 23, "custom_id": "sure", "default": True}))
    ),
    # Message
    "words with an embed": Body(
        "message",
        {
            "content": "Hello, table!",
            "tts": False,
            "embeds": [{"title": "A city", "description": "by the sea"}],
        },
    ),
    "no mention is followed": Body(
        "message", {"content": "@everyone <@1>", "allowed_mentions": {"parse": []}}
    ),
    "some mentions are followed": Body(
        "message",
        {"content": "<@1> <@&2>", "allowed_mentions": {"parse": ["users"], "roles": ["2"]}},
    ),
    "a reply that is pinged": Body(
        "message", {"content": "<@1>", "allowed_mentions": {"parse": ["users"], "replied_user": True}}
    ),
    "a nonce that counts": Body("message", {"content": "once", "nonce": "x" * 25, "enforce_nonce": True}),
    # Application Commands
    "a command with choices": Body(
        "commands",
        [
            command(
                "blep",
                options=[
                    option(
                        "animal",
                        required=True,
                        choices=[{"name": "Dog", "value": "dog"}, {"name": "Cat", "value": "cat"}],
                    ),
                    option("small", 5),
                ],
            )
        ],
    ),
    "a command with groups": Body(
        "commands",
        [
            command(
                "permissions",
                options=[
                    option(
                        "user",
                        2,
                        options=[
                            option("get", 1, options=[option("who", 6, required=True), option("where", 7)]),
                            option("edit", 1, options=[option("who", 6, required=True)]),
                        ],
                    ),
                    option("list", 1),
                ],
            )
        ],
    ),
    "a command in a member's menu": Body("commands", [{"type": 2, "name": "High Five"}]),
    "a command in a message's menu": Body("commands", [{"type": 3, "name": "Bookmark This"}]),
    "a command in two languages": Body(
        "commands",
        [
            command(
                "birthday",
                name_localizations={"zh-CN": "生日", "el": "γενέθλια"},
                description_localizations={"zh-CN": "祝你生日快乐"},
                options=[option("age", 4, name_localizations={"zh-CN": "岁数"}, min_value=1, max_value=120)],
            )
        ],
    ),
    "a command for admins, on servers only": Body(
        "commands", [command(default_member_permissions="32", contexts=[0], integration_types=[0, 1])]
    ),
    # Guild Scheduled Event
    "an event outside of Discord": Body("event", event(description="In the tavern")),
    "every weekday": Body("event", repeated(3, by_weekday=[0, 1, 2, 3, 4])),
    "each Saturday": Body("event", repeated(2, by_weekday=[5])),
    "every other Saturday": Body("event", repeated(2, 2, by_weekday=[5])),
    "the fourth Saturday of a month": Body("event", repeated(1, by_n_weekday=[{"n": 4, "day": 5}])),
    "each 28 November": Body("event", repeated(0, by_month=[11], by_month_day=[28])),
    # Threads, emoji
    "a thread": Body("thread", {"name": "aside", "type": 11, "auto_archive_duration": 60}),
    "an emoji": Body("emoji", {"name": "wolf", "image": GIF}),
}

REFUSED = {
    # Component Reference: custom ids and ids
    "two components share a custom id": Body("message", message(row(button("a"), button("a")))),
    "a custom id is empty": Body("message", message(row(button("")))),
    "a custom id has 101 characters": Body("message", message(row(button("x" * 101)))),
    "a component's id is taken": Body("message", message({**text(), "id": 7}, {**text(), "id": 7})),
    "a component's id is more than 31 bits": Body("message", message({**text(), "id": 1 << 31})),
    # buttons
    "a button stands alone": Body("message", message(button())),
    "a button has no custom id": Body("message", message(row({"type": 2, "style": 1, "label": "Go"}))),
    "an ordinary button has a link": Body("message", message(row(button(url="https://example.org")))),
    "an ordinary button sells something": Body("message", message(row(button(sku_id="1")))),
    "a link has a custom id": Body("message", message(row(button(style=5, url="https://example.org")))),
    "a link leads nowhere": Body("message", message(row({"type": 2, "style": 5, "label": "Rules"}))),
    "a link is a script": Body(
        "message", message(row({"type": 2, "style": 5, "label": "Rules", "url": "javascript:alert(1)"}))
    ),
    "a link has 513 characters": Body(
        "message", message(row({"type": 2, "style": 5, "label": "Go", "url": "https://" + "x" * 505}))
    ),
    "a premium button names nothing to buy": Body("message", message(row({"type": 2, "style": 6}))),
    "a premium button has a label": Body(
        "message", message(row({"type": 2, "style": 6, "sku_id": "1", "label": "Buy"}))
    ),
    "a premium button has a custom id": Body(
        "message", message(row({"type": 2, "style": 6, "sku_id": "1", "custom_id": "buy"}))
    ),
    "a label has 81 characters": Body("message", message(row(button(label="x" * 81)))),
    "an emoji is a letter": Body("message", message(row(button(emoji={"name": "é"})))),
    "an emoji is unknown": Body("message", message(row(button(emoji={"id": "1", "name": "wolf"})))),
    "a row has six buttons": Body("message", message(row(*(button(str(i)) for i in range(6))))),
    "a select shares its row": Body("message", message(row(select(), button()))),
    # selects
    "a select has 26 options": Body("message", message(row(select(26)))),
    "a select has two options of one value": Body(
        "message", message(row(select(options=[*options(1), *options(1)])))
    ),
    "a placeholder has 151 characters": Body("message", message(row(picker(5, placeholder="x" * 151)))),
    "at least 26 are to be chosen": Body("message", message(row(picker(5, min_values=26)))),
    "at most 26 are to be chosen": Body("message", message(row(picker(5, max_values=26)))),
    "at least more than at most, of users": Body(
        "message", message(row(picker(5, min_values=3, max_values=2)))
    ),
    "more defaults than may be chosen": Body(
        "message", message(row(picker(5, default_values=[{"id": str(i), "type": "user"} for i in range(2)])))
    ),
    "fewer defaults than must be chosen": Body(
        "message",
        message(row(picker(5, min_values=2, max_values=3, default_values=[{"id": "1", "type": "user"}]))),
    ),
    "a default of another kind": Body(
        "message", message(row(picker(6, default_values=[{"id": "1", "type": "user"}])))
    ),
    "defaults of a string select": Body(
        "message", message(row(select(default_values=[{"id": "1", "type": "user"}])))
    ),
    "a kind of channel that there is not": Body("message", channel_select(0, 99)),
    "more options are chosen than may be": Body(
        "message", message(row(select(options=options(2, default=True))))
    ),
    # layout
    "a section has four texts": Body(
        "message", message(section(text(), text(), text(), text(), accessory=button()))
    ),
    "a section has no accessory": Body("message", message(section(text(), accessory=None))),
    "a thumbnail stands alone": Body("message", message({"type": 11, "media": PICTURE})),
    "a gallery has eleven pictures": Body(
        "message", message({"type": 12, "items": [{"media": PICTURE}] * 11})
    ),
    "a gallery is empty": Body("message", message({"type": 12, "items": []})),
    "alternative text has 1,025 characters": Body(
        "message", message({"type": 12, "items": [{"media": PICTURE, "description": "x" * 1025}]})
    ),
    "a file comes from elsewhere": Body("message", message({"type": 13, "file": PICTURE})),
    "a separator of three sizes": Body("message", message({"type": 14, "spacing": 3})),
    "a box in a box": Body("message", message(box(box(text())))),
    "a colour beyond white": Body("message", message(box(text(), accent_color=1 << 24))),
    "41 components": Body("message", message(*(text(str(i)) for i in range(41)))),
    "4,001 characters": Body("message", message(text("x" * 2001), text("x" * 2000))),
    "a new component without its flag": Body("message", {"content": "x", "components": [text()]}),
    "a label in a message": Body("message", message(labelled(written()))),
    # modals
    "a button in a modal": Body("modal", modal(row(button()))),
    "a section in a modal": Body("modal", modal(section(text(), accessory=button()))),
    "a text input without its label": Body("modal", modal(written())),
    "a modal has six items": Body("modal", modal(*(text(str(i)) for i in range(6)))),
    "a modal has no items": Body("modal", modal()),
    "a title has 46 characters": Body("modal", modal(labelled(written()), title="x" * 46)),
    "a label has 46 characters": Body("modal", modal(labelled(written(), label="x" * 46))),
    "a label's words have 101 characters": Body("modal", modal(labelled(written(), description="x" * 101))),
    "a text is longer than it may be": Body("modal", modal(labelled(written(max_length=3, value="four")))),
    "a text must be longer than it may be": Body(
        "modal", modal(labelled(written(min_length=5, max_length=4)))
    ),
    "a text may have 4,001 characters": Body("modal", modal(labelled(written(max_length=4001)))),
    "a style of text that there is not": Body("modal", modal(labelled(written(style=3)))),
    "a disabled select in a modal": Body("modal", modal(labelled(select(2, disabled=True)))),
    "a select is required, and may stay empty": Body("modal", modal(labelled(select(2, min_values=0)))),
    "a user select is required, and may stay empty": Body(
        "modal", modal(labelled(picker(5, required=True, min_values=0)))
    ),
    "one radio button": Body("modal", modal(labelled(radio(options=options(1))))),
    "eleven radio buttons": Body("modal", modal(labelled(radio(options=options(11))))),
    "two radio buttons are chosen": Body("modal", modal(labelled(radio(options=options(2, default=True))))),
    "no check boxes": Body("modal", modal(labelled(boxes(0)))),
    "eleven check boxes": Body("modal", modal(labelled(boxes(11)))),
    "check boxes are required, and may stay empty": Body("modal", modal(labelled(boxes(min_values=0)))),
    "more boxes to check than there are": Body("modal", modal(labelled(boxes(2, max_values=3)))),
    "eleven files": Body("modal", modal(labelled(upload(max_values=11)))),
    "at least eleven files": Body("modal", modal(labelled(upload(min_values=11)))),
    "files are required, and may be none": Body("modal", modal(labelled(upload(min_values=0)))),
    "eleven types of files": Body("modal", modal(labelled(upload(file_types=[f".{i}" for i in range(11)])))),
    "a type of files without its dot": Body("modal", modal(labelled(upload(file_types=["pdf"])))),
    # Message
    "a message of nothing": Body("message", {}, 50006),
    "2,001 characters": Body("message", {"content": "x" * 2001}),
    "eleven embeds": Body("message", {"embeds": [{"title": "x"}] * 11}),
    "6,001 characters of embeds": Body("message", {"embeds": [{"description": "x" * 3001}] * 2}),
    "26 fields of an embed": Body("message", {"embeds": [{"fields": [{"name": "x", "value": "y"}] * 26}]}),
    "a nonce has 26 characters": Body("message", {"content": "x", "nonce": "x" * 26}),
    "content beside the new components": Body("message", message(text(), content="x")),
    "embeds beside the new components": Body("message", message(text(), embeds=[{"title": "x"}])),
    "mentions are both followed and listed": Body(
        "message", {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}
    ),
    "101 users may be mentioned": Body(
        "message", {"content": "x", "allowed_mentions": {"users": [str(i) for i in range(1, 102)]}}
    ),
    "101 roles may be mentioned": Body(
        "message", {"content": "x", "allowed_mentions": {"roles": [str(i) for i in range(1, 102)]}}
    ),
    "mentions of a kind that there is not": Body(
        "message", {"content": "x", "allowed_mentions": {"parse": ["somebody"]}}
    ),
    "a reply to nothing": Body("message", {"content": "x", "message_reference": {"message_id": "1"}}),
    # Application Commands
    "a command in capitals": Body("commands", [command("Blep")]),
    "a command has 33 characters": Body("commands", [command("x" * 33)]),
    "a command says nothing": Body("commands", [command(description="")]),
    "a command says 101 characters": Body("commands", [command(description="x" * 101)]),
    "two commands of one name": Body("commands", [command(), command()]),
    "a menu's command has a description": Body("commands", [{"type": 2, "name": "a", "description": "b"}]),
    "a menu's command has options": Body("commands", [{"type": 2, "name": "a", "options": [option()]}]),
    "a command of a type that there is not": Body("commands", [command(type=9)]),
    "101 commands": Body("commands", [command(f"c{i}") for i in range(101)], 30032),
    "16 commands of members' menus": Body(
        "commands", [{"type": 2, "name": f"c{i}"} for i in range(16)], 30032
    ),
    "16 commands of messages' menus": Body(
        "commands", [{"type": 3, "name": f"c{i}"} for i in range(16)], 30032
    ),
    "26 options": Body("commands", [command(options=[option(f"o{i}") for i in range(26)])]),
    "26 choices": Body(
        "commands",
        [command(options=[option(choices=[{"name": str(i), "value": str(i)} for i in range(26)])])],
    ),
    "a choice is no number": Body(
        "commands", [command(options=[option(kind=4, choices=[{"name": "a", "value": "a"}])])]
    ),
    "required after optional": Body("commands", [command(options=[option("a"), option("b", required=True)])]),
    "choices and completion": Body(
        "commands",
        [command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])])],
    ),
    "completion of users": Body("commands", [command(options=[option(kind=6, autocomplete=True)])]),
    "a subcommand beside an option": Body("commands", [command(options=[option("a", 1), option("b")])]),
    "a least value above the greatest": Body(
        "commands", [command(options=[option(kind=4, min_value=5, max_value=4)])]
    ),
    "a least value of words": Body("commands", [command(options=[option(min_value=5)])]),
    "a least length above the greatest": Body(
        "commands", [command(options=[option(min_length=5, max_length=4)])]
    ),
    "a length of 6,001": Body("commands", [command(options=[option(max_length=6001)])]),
    "a kind of channel for an option that there is not": Body(
        "commands", [command(options=[option(kind=7, channel_types=[99])])]
    ),
    "a language that there is not": Body("commands", [command(name_localizations={"xx": "ping"})]),
    "a translated name in capitals": Body("commands", [command(name_localizations={"de": "Ping"})]),
    "permissions that are no number": Body("commands", [command(default_member_permissions="admin")]),
    "a command that is offered nowhere": Body("commands", [command(contexts=[])]),
    "a command that nobody can install": Body("commands", [command(integration_types=[])]),
    "a context that there is not": Body("commands", [command(contexts=[3])]),
    "8,001 characters of a command": Body(
        "commands",
        [
            command(
                options=[
                    option(
                        f"o{i}",
                        choices=[{"name": f"{j}" + "n" * 90, "value": f"{j}" + "v" * 90} for j in range(5)],
                    )
                    for i in range(9)
                ]
            )
        ],
    ),
    # Guild Scheduled Event
    "an event without a place": Body("event", event(entity_metadata=None)),
    "an event without an end": Body("event", event(scheduled_end_time=None)),
    "an event in a channel and outside": Body("event", event(channel_id="1")),
    "an event that is over": Body("event", event(scheduled_start_time="2026-11-20T20:00:00+00:00")),
    "an event for everybody": Body("event", event(privacy_level=1)),
    "each third week": Body("event", repeated(2, 3, by_weekday=[5])),
    "every other day": Body("event", repeated(3, 2)),
    "two days of a week": Body("event", repeated(2, by_weekday=[5, 6])),
    "days that are no set": Body("event", repeated(3, by_weekday=[0, 5])),
    "weekdays of a month": Body("event", repeated(1, by_weekday=[5])),
    "two Saturdays of a month": Body(
        "event", repeated(1, by_n_weekday=[{"n": 1, "day": 5}, {"n": 4, "day": 5}])
    ),
    "the sixth Saturday of a month": Body("event", repeated(1, by_n_weekday=[{"n": 6, "day": 5}])),
    "a day without its month": Body("event", repeated(0, by_month_day=[28])),
    "two months of a year": Body("event", repeated(0, by_month=[11, 12], by_month_day=[28])),
    "a month of a week": Body("event", repeated(2, by_month=[11], by_month_day=[28])),
    "a rule that ends": Body("event", repeated(2, by_weekday=[5], end="2027-11-28T20:00:00+00:00")),
    "a rule of ten times": Body("event", repeated(2, by_weekday=[5], count=10)),
    "a day of the year": Body("event", repeated(0, by_year_day=[12])),
    # Threads, channels, emoji
    "a thread of another kind": Body("thread", {"name": "aside", "type": 99}),
    "a thread without a name": Body("thread", {"name": ""}),
    "a thread of 101 letters": Body("thread", {"name": "x" * 101}),
    "a thread that archives itself after an hour and a half": Body(
        "thread", {"name": "aside", "auto_archive_duration": 90}
    ),
    "a thread slower than six hours": Body("thread", {"name": "aside", "rate_limit_per_user": 21601}),
    "an emoji's name of one letter": Body("emoji", {"name": "x", "image": GIF}),
    "an emoji's name with a space": Body("emoji", {"name": "a wolf", "image": GIF}),
    "an emoji of text": Body("emoji", {"name": "wolf", "image": "data:text/plain;base64,eA=="}),
}
