"""`/notify`: for what, when and where a member wants to be told."""
