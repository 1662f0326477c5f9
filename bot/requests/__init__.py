"""The requests to Discord: their rate, and their order."""
