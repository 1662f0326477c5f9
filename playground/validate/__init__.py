"""The validate of playground."""
