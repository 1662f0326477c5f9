"""Requests to Discord: sent as plain JSON, tried again where that helps, and the one answer to an interaction."""
