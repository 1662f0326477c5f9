"""Conduct at the tables: good and bad form, offerings, and the pranks of the rulebook."""
