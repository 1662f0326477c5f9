"""The start of the process: the games, the store, the client, and the playground."""
