"""The api of playground."""
