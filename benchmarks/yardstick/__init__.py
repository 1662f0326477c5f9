"""The computer players of an earlier release, kept as they were: the yard-stick of `python -m benchmarks company`."""
