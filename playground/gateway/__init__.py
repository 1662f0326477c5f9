"""The gateway: the websocket that tells a bot of events."""
