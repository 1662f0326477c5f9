"""The world of playground."""
