"""Places, servers or conversations: their keys, and the settings that admins choose."""
