"""The rules: pure. Nothing in here knows Discord, files, clocks or luck but `Chance`."""
