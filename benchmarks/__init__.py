"""Benchmarks of Dicenight beside its nearest peers on the same machine: `make bench`, or `python -m benchmarks`."""

from games.catalogue import register_catalogue

register_catalogue()
