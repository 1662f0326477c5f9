"""Calls for players and planned nights: the ways in which members find each other."""
