-- What persons who capped their losses had lost on the day on which their data was deleted, under the hash of the person, until
-- that day is over: so that deleting brings nobody a new cap.

CREATE TABLE kept_losses (
    who             BLOB    PRIMARY KEY,
    day             INTEGER NOT NULL,
    lost            INTEGER NOT NULL                         -- in pieces of copper worth; negative after a win
) STRICT, WITHOUT ROWID;
