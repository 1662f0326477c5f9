"""Matches that were played: taken out of the store, opened with their seed, verified, replayed."""
