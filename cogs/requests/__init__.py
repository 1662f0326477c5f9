"""Requests to Discord: sent as plain JSON and retried where that helps; and answers to interactions."""
