"""The state of the small Discord: its values, their permissions, their JSON, and the `World` that changes them."""
