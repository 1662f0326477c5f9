"""The host's table: admission to its seats, and the rights of hosts and co-hosts."""
