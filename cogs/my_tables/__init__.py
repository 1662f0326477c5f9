"""`/my tables`: where a member is waited for, and their vacations from play by letter."""
