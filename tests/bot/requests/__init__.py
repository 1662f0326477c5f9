"""Requests to Discord."""
