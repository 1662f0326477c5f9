"""The past of a server: looking back at matches, and all that follows from their outcomes."""
