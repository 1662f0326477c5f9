"""A new process in the place of an old one."""
