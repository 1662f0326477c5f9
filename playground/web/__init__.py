"""The web of playground."""
