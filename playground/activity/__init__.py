"""Discord's client around an Activity: the proxy that serves its page, and the host of its RPC."""
