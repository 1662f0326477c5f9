"""Recorded matches: each must play again to the same result under the present rules."""
