"""Presses and commands of a host: the menu, invitations, and the way to a thread."""
