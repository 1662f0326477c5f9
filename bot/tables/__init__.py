"""The tables being played: one actor a table, everything in order, saved before told."""
