"""The web page, where you can be any of the members."""
