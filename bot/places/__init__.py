"""Places, servers or conversations: their keys, the settings that admins choose, and what only admins may do."""
