"""Numbers of a few significant digits, as the reader's language writes them."""

from __future__ import annotations

from bot.language import is_english, locale_of, reader_language

_DECIMALS = "#" * 12
"""As many decimals as a number has, up to twelve."""


def rounded(n: float, digits: int) -> str:
    """Return a number with that many significant digits, its thousands apart, and the minus sign that people read."""
    sign, n = "−" if n < 0 else "", abs(n)
    if is_english():
        return sign + f"{n:,.{digits}g}".removesuffix(".0")
    from babel.numbers import format_decimal

    return sign + format_decimal(float(f"{n:.{digits}g}"), f"#,##0.{_DECIMALS}", locale_of(reader_language()))


def percent(share: float, digits: int) -> str:
    """Return a share in per cent, `12.5 %`, with that many significant digits."""
    if is_english():
        return f"{share * 100:.{digits}g} %"
    from babel.numbers import format_percent

    locale = locale_of(reader_language())
    # the language's own pattern has no decimals
    pattern = locale.percent_formats[None].pattern.replace("0", f"0.{_DECIMALS}", 1)
    return format_percent(float(f"{share:.{digits}g}"), pattern, locale)
