"""The requests to Discord: how many go in a second, and which first."""
