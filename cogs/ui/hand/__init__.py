"""The hand panel: the private message with a member's cards, questions and controls."""
