"""The host's table: admission to its seats, and the rights of the host and the co-hosts."""
