"""The members: everything that a person does in Discord's client, checked as the client checks it."""
