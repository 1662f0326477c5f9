"""The table as a page inside Discord: an Activity, which one server sends and takes presses from.

Theory of operation
-------------------
The page (`web/`) shows a *view*: all that one viewer may see of a table, as JSON (`view.py`). It knows no rule and
no game. A view is made from a `TableView` and nothing else, block by block, with every line already in words. What its
JSON looks like is written in `web/src/view.ts`, which is the contract between the two.

A press in the page reaches the very functions that a press in the chat reaches, with the same checks and the same
sentences; it carries an id of its own, so that one that is sent again after a lost connection counts once.

Only the start-up knows this package (`bot.startup`), and nothing of it is there unless a port is set for it.
"""
