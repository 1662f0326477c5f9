"""Deeds: what members have done at the tables that is worth a line on their profile."""
