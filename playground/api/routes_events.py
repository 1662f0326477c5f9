"""The routes of a guild's scheduled events, except those in voice channels."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from playground.api.rest import Answer, Call, RouteTable
from playground.errors import ApiError, FormError, missing_permissions, unknown
from playground.validate import shapes
from playground.validate.validator import Validator
from playground.world import payloads
from playground.world.permissions import Permission, get_guild_permissions
from playground.world.state import Guild, ScheduledEvent

routes = RouteTable()

Json = dict[str, Any]

EXTERNAL, GUILD_ONLY = 3, 2
SCHEDULED, ACTIVE = 1, 2
MOVES = {SCHEDULED: (2, 4), ACTIVE: (3,)}
"""The states that an event may change to, by its present state."""
MOST = 100
"""The most events of a guild that are still to come or under way."""
YEARLY, MONTHLY, WEEKLY, DAILY = 0, 1, 2, 3
KNOWN_WEEKDAYS = ([0, 1, 2, 3, 4], [1, 2, 3, 4, 5], [6, 0, 1, 2, 3], [4, 5], [5, 6], [6, 0])
"""The days of a week on which a daily event may take place, 0 for Monday."""
PATH = "/guilds/{guild_id}/scheduled-events"


@routes.add("GET", PATH)
def list_events(call: Call) -> Answer:
    """Return a guild's events."""
    guild = call.guild()
    return [payloads.scheduled_event_json(guild, event) for event in guild.scheduled_events.values()]


@routes.add("POST", PATH, shape=shapes.SCHEDULED_EVENT)
def create_event(call: Call) -> Answer:
    """Put an event on the calendar."""
    guild = call.guild()
    # A permission of its own since February 2026: managing events is not enough to create one.
    _require(call, guild, Permission.CREATE_EVENTS)
    fields, errors = call.body.fields, FormError()
    starts, ends = _check(call, fields, errors)
    if fields.get("entity_type") != EXTERNAL:
        errors.add(("entity_type",), "BASE_TYPE_CHOICES", f"Value must be one of ({EXTERNAL},).")
    if fields.get("privacy_level") != GUILD_ONLY:
        errors.add(("privacy_level",), "BASE_TYPE_CHOICES", f"Value must be one of ({GUILD_ONLY},).")
    if fields.get("channel_id") is not None:
        errors.add(("channel_id",), "GUILD_SCHEDULED_EVENT_CHANNEL", "An external event has no channel.")
    errors.raise_if_any()
    if sum(event.status in (SCHEDULED, ACTIVE) for event in guild.scheduled_events.values()) >= MOST:
        raise ApiError(400, 30038, f"Maximum number of guild scheduled events reached ({MOST})")
    assert starts is not None
    assert ends is not None
    event = ScheduledEvent(
        call.world.snowflake(),
        fields["name"],
        fields.get("description"),
        call.world.bot,
        starts.isoformat(),
        ends.isoformat(),
        fields["entity_metadata"]["location"],
        recurrence=fields.get("recurrence_rule"),
    )
    call.world.add_scheduled_event(guild, event)
    return payloads.scheduled_event_json(guild, event)


@routes.add("GET", PATH + "/{event_id}")
def get_event(call: Call) -> Answer:
    """Return one event."""
    guild = call.guild()
    return payloads.scheduled_event_json(guild, _event(call, guild))


@routes.add("PATCH", PATH + "/{event_id}", shape=shapes.SCHEDULED_EVENT)
def edit_event(call: Call) -> Answer:
    """Change an event's words, its times or its state."""
    guild = call.guild()
    event = _event(call, guild)
    _require_own(call, guild, event)
    fields, errors = call.body.fields, FormError()
    now = {
        "name": event.name,
        "description": event.description,
        "scheduled_start_time": event.starts,
        "scheduled_end_time": event.ends,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": event.recurrence,
    }
    merged = {**now, **fields}
    starts, ends = _check(call, merged, errors, moved="scheduled_start_time" in fields)
    status = fields.get("status") or event.status
    if status != event.status and status not in MOVES.get(event.status, ()):
        errors.add(("status",), "GUILD_SCHEDULED_EVENT_INVALID_STATUS", "Invalid status transition.")
    errors.raise_if_any()
    assert starts is not None
    assert ends is not None
    event.name, event.description, event.status = merged["name"], merged["description"], status
    event.starts, event.ends = starts.isoformat(), ends.isoformat()
    event.location, event.recurrence = merged["entity_metadata"]["location"], merged["recurrence_rule"]
    call.world.scheduled_event_changed(guild, event)
    return payloads.scheduled_event_json(guild, event)


@routes.add("DELETE", PATH + "/{event_id}")
def delete_event(call: Call) -> Answer:
    """Take an event off the calendar."""
    guild = call.guild()
    event = _event(call, guild)
    _require_own(call, guild, event)
    call.world.delete_scheduled_event(guild, event)
    return None


def _event(call: Call, guild: Guild) -> ScheduledEvent:
    event = guild.scheduled_events.get(call.id("event_id"))
    if event is None:
        raise unknown(10070, "Guild Scheduled Event")
    return event


def _require(call: Call, guild: Guild, *either: Permission) -> None:
    bot = call.world.bot_member(guild)
    allowed = get_guild_permissions(bot) if bot is not None else 0
    if not any(allowed & int(permission) for permission in either):
        raise missing_permissions()


def _require_own(call: Call, guild: Guild, event: ScheduledEvent) -> None:
    """Raise `ApiError` unless the bot may manage events, or created this one and still may create events."""
    own = (Permission.CREATE_EVENTS,) if event.creator is call.world.bot else ()
    _require(call, guild, Permission.MANAGE_EVENTS, *own)


def _check(
    call: Call, fields: Json, errors: FormError, *, moved: bool = True
) -> tuple[datetime | None, datetime | None]:
    """Check an event's words and times, and return the times.

    `moved`: it gets a new start, which must be in the future.
    """
    words = Validator(lambda url: None, lambda emoji: False, errors=errors)
    words.text(fields.get("name"), ("name",), 100)
    words.text(fields.get("description"), ("description",), 1000, optional=True)
    place = fields.get("entity_metadata")
    location = place.get("location") if isinstance(place, dict) else None
    words.text(location, ("entity_metadata", "location"), 100)
    starts = _time(fields, "scheduled_start_time", errors)
    ends = _time(fields, "scheduled_end_time", errors)
    if moved and starts is not None and starts.timestamp() <= call.world.clock():
        errors.add(
            ("scheduled_start_time",),
            "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
            "Cannot schedule event in the past.",
        )
    if starts is not None and ends is not None and ends <= starts:
        errors.add(
            ("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Must be after the start."
        )
    rule = fields.get("recurrence_rule")
    if rule is not None:
        _check_rule(rule, starts, errors)
    return starts, ends


def _check_rule(rule: Json, starts: datetime | None, errors: FormError) -> None:
    """Check how an event repeats; Discord takes a few kinds of rules only."""
    path = ("recurrence_rule",)
    frequency, days, nth = rule.get("frequency"), rule.get("by_weekday"), rule.get("by_n_weekday")
    months, dates = rule.get("by_month"), rule.get("by_month_day")
    if frequency not in (YEARLY, MONTHLY, WEEKLY, DAILY):
        errors.add((*path, "frequency"), "BASE_TYPE_CHOICES", "Value must be one of (0, 1, 2, 3).")
    if rule.get("interval") != 1 and not (frequency == WEEKLY and rule.get("interval") == 2):
        errors.add((*path, "interval"), "NUMBER_TYPE_RANGE", "Only a weekly event may have an interval of 2.")
    for name in ("end", "count", "by_year_day"):
        if rule.get(name) is not None:
            errors.add((*path, name), "GUILD_SCHEDULED_EVENT_RULE_FIELD", "Cannot be set.")
    if sum(each is not None for each in (days, nth, dates if months is None else months)) > 1:
        errors.add(path, "GUILD_SCHEDULED_EVENT_RULE_EXCLUSIVE", "Only one of these may say when.")
    if days is not None:
        if frequency == WEEKLY and len(days) != 1:
            errors.add((*path, "by_weekday"), "BASE_TYPE_BAD_LENGTH", "A weekly event has one weekday.")
        elif frequency == WEEKLY and starts is not None and days != [starts.weekday()]:
            errors.add((*path, "by_weekday"), "GUILD_SCHEDULED_EVENT_WEEKDAY", "Is not that of the start.")
        elif frequency == DAILY and days not in KNOWN_WEEKDAYS:
            errors.add((*path, "by_weekday"), "GUILD_SCHEDULED_EVENT_WEEKDAY", "Is no known set of weekdays.")
        elif frequency in (YEARLY, MONTHLY):
            errors.add((*path, "by_weekday"), "GUILD_SCHEDULED_EVENT_WEEKDAY", "For days and weeks only.")
    if nth is not None:
        good = len(nth) == 1 and nth[0].get("n") in range(1, 6) and nth[0].get("day") in range(7)
        if frequency != MONTHLY or not good:
            errors.add(
                (*path, "by_n_weekday"),
                "GUILD_SCHEDULED_EVENT_N_WEEKDAY",
                "One weekday of a month's weeks 1 to 5.",
            )
    if months is not None or dates is not None:
        pairs = list(zip(months or [0], dates or [0], strict=False))
        one_each = len(months or ()) == len(dates or ()) == 1
        if frequency != YEARLY or not one_each or not all(0 < m < 13 and 0 < d < 32 for m, d in pairs):
            errors.add((*path, "by_month"), "GUILD_SCHEDULED_EVENT_DATE", "One month and one day of a year.")
    if _time(rule, "start", errors, path) not in (None, starts):
        errors.add((*path, "start"), "GUILD_SCHEDULED_EVENT_RULE_START", "Is not that of the event.")


def _time(fields: Json, name: str, errors: FormError, path: tuple[str, ...] = ()) -> datetime | None:
    text = fields.get(name)
    if not isinstance(text, str):
        errors.add((*path, name), "BASE_TYPE_REQUIRED", "This field is required")
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        errors.add((*path, name), "DATETIME_TYPE_INVALID", "Invalid datetime")
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
