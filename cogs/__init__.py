"""What people touch in Discord: commands, buttons, panels. Nothing in here decides anything about rules."""
