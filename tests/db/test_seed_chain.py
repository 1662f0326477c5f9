"""A fingerprint covers all matches of a table in order, and one of them can be opened alone."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from db.seed_chain import LENGTH, Opening, fingerprint, fold, match_seed, open_match

SECRET = "5eed" * 16


def test_the_seeds_are_as_the_description_says() -> None:
    assert match_seed(SECRET, 7) == hmac.new(SECRET.encode(), b"match 7", hashlib.sha256).hexdigest()
    two = hashlib.sha256(hashlib.sha256(match_seed(SECRET, 2).encode()).hexdigest().encode()).hexdigest()
    one = hashlib.sha256(
        (hashlib.sha256(match_seed(SECRET, 1).encode()).hexdigest() + two).encode()
    ).hexdigest()
    assert fingerprint(SECRET, 2) == one
    assert fingerprint(SECRET, 0) == hashlib.sha256(SECRET.encode()).hexdigest(), "older tables"


@pytest.mark.parametrize("number", [1, 2, 500, LENGTH])
def test_every_match_folds_back_to_the_fingerprint(number: int) -> None:
    opening = open_match(SECRET, number, LENGTH)
    assert fold(match_seed(SECRET, number), opening) == fingerprint(SECRET, LENGTH)


def test_another_seed_another_place_or_another_secret_does_not() -> None:
    opening, fixed = open_match(SECRET, 3, 9), fingerprint(SECRET, 9)
    assert fold(match_seed(SECRET, 4), opening) != fixed
    assert fold(match_seed(SECRET, 3), opening._replace(earlier=opening.earlier[:2][::-1])) != fixed
    assert fold(match_seed("other", 3), open_match("other", 3, 9)) != fixed
    assert fold(match_seed(SECRET, 3), open_match(SECRET, 3, 10)) != fixed


def test_an_opening_holds_no_seed_and_not_the_secret() -> None:
    shown = repr(open_match(SECRET, 5, 9))
    assert SECRET not in shown
    assert not any(match_seed(SECRET, number) in shown for number in range(1, 10))
    assert Opening._fields == ("number", "length", "earlier", "rest")
