"""Presses and commands of a host: the menu, invitations, and moving the table to a thread."""
