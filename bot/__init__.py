"""The process: settings, start-up, command line, and the tables being played."""
