"""The web page on which one can be any of the members."""
