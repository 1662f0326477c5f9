"""Who wants a call when."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.notices.choices import NoticeChoices, minutes_ahead

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC).timestamp()
"""A Friday."""


def test_quiet_hours_run_past_midnight_by_the_members_own_clock() -> None:
    night = NoticeChoices(calls=True, quiet=(1320, 480), offset=60)
    for hour, quiet in ((20, False), (21, True), (23, True), (6, True), (7, False)):
        now = datetime(2026, 11, 27, hour, 0, tzinfo=UTC).timestamp()
        assert night.is_quiet(now) is quiet
        assert night.wants_call("threes", now) is not quiet


def test_games_and_days_choose_the_calls() -> None:
    friday = NoticeChoices(calls=True, games=("threes",), days=(4,))
    assert friday.wants_call("threes", NOON)
    assert not friday.wants_call("tiamat", NOON)
    assert not friday.wants_call("threes", NOON + 86_400)
    assert not NoticeChoices(games=("threes",)).wants_call("threes", NOON), "nobody is called unasked"
    # it's Saturday already for a member far to the east
    assert not friday.model_copy(update={"offset": 13 * 60}).wants_call("threes", NOON)


def test_a_city_keeps_the_members_hour_when_its_clocks_change() -> None:
    warsaw = NoticeChoices(zone="Europe/Warsaw", quiet=(1320, 480))
    for month, ahead in ((1, 60), (7, 120)):
        night = datetime(2026, month, 10, 22, 30, tzinfo=UTC).timestamp() - ahead * 60
        assert minutes_ahead(warsaw.local(night)) == ahead
        assert warsaw.is_quiet(night)
        assert not warsaw.is_quiet(night - 3_600)
    assert minutes_ahead(NoticeChoices(offset=-90).local(NOON)) == -90
    assert NoticeChoices().own_zone is None
