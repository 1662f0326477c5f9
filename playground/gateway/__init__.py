"""The gateway of playground."""
