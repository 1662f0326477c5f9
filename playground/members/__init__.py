"""The members of playground."""
