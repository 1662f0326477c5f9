"""Numbers with their sign."""


def signed(n: int) -> str:
    """Return a change with its sign: `+3`, `−1,200`, `±0`."""
    return f"{'+' if n > 0 else '−' if n < 0 else '±'}{abs(n):,}"
