"""A new process takes the place of an old one on the same file, and no member notices.

    new                                              old
    ───                                              ───
    connects a session of its own that only
      keeps presses (`keeper`)
    asks the old one to let go (`succession`)   →    takes no further press; ends those it has begun
                                                     lets go of the store
    opens the store, takes up the tables        ←    says which presses it has taken, and goes
    answers the kept presses that are not
      among these, and all that come
    connects as the bot; the keeper leaves

Discord sends a press to every session of a shard, so between the two sessions none is lost, and by the ids none is
answered twice. The old process lets go of the store before it says so, so there is never a second writer.
"""
