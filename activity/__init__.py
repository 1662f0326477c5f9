"""The table as a page inside Discord: an Activity, which one server sends and takes presses from.

Theory of operation
-------------------
The page (`web/`) shows a *view*: all that one viewer may see of a table, as JSON (`view.py`). It knows no rule and
no game. A view is made from a `TableView` and nothing else, block by block, with every line already in words. What its
JSON looks like is written in `web/src/view.ts`, which is the contract between the two.

    ActivityServer   the page, its files, the drawings, the way in, the sockets; a listener of all tables (`server.py`)
      Identity         who a member is and where, by what Discord says (`identity.py`)
      Connection       one open page: it is sent what has changed, and its presses are taken (`connection.py`)
        sections_of      a view in sections: `blocks.py`, `prompts.py`, `controls.py`, `view.py`
        PageState        the view that the page has, and the difference to a newer one (`frames.py`)
        PageWords        the page's own words in the member's language (`words.py`)
        effects          the effects of controls (`effects.py`)
        side_views       a past match, or a lesson, in place of the table (`side_views.py`)
      SharedViews      the views of a table, made once for all pages that show the same (`shared_views.py`)
      ProcessRelay     passes a page on to the process that serves its table (`relay.py`)

A press in the page reaches the very functions that a press in the chat reaches, with the same checks and the same
sentences. It carries an id of its own, which the journal keeps like that of an interaction; so one that is sent again
after a lost connection counts once, whatever has become of the process. A view waits until what it shows is saved.

A page is sent differences by section, and the whole when it comes back. Changes add up while it is slow to read: it
gets the newest state next, and no socket holds more than one frame.

Only the start-up knows this package (`bot.startup`), and nothing of it is there unless a port is set for it.
"""
