"""What Dicenight costs, beside its nearest peers on the same machine: `make bench`, or `python -m benchmarks`."""
