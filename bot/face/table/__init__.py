"""The words and facts of a table that every face of it shows, read from a view: names, stakes, questions, results.

Each function takes a `TableView` or a part of its scene and returns plain values or sentences in the chat's Markdown.
Nothing here knows what a message or a page is made of.
"""
