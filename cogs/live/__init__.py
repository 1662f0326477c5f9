"""Messages that change without a press: table messages, hand panels, reminders, pictures, emoji."""
