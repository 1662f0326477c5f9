"""A Discord server (a guild): the settings that its admins choose, and the commands that only admins may give."""
