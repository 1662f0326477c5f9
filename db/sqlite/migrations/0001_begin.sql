-- The books and the journal, from nothing.
--
-- Three things that a reader should know before the first table:
--
-- * The ledger defends itself. Whatever Python promises, the triggers below refuse too, so that a
--   slip in the code or a statement typed at midnight cannot spend what is not there. They
--   RAISE(ABORT) *before* a row goes in, since the words OR IGNORE, OR FAIL and OR REPLACE on the
--   outer statement would bend a mere CHECK inside a trigger, and REPLACE would edit a row without
--   asking the UPDATE and DELETE triggers.
-- * People are named in one table, `members` (and by the name on a seat, which is wiped with it).
--   Everything else knows account numbers.
-- * JSON is text without a CHECK, since json_valid() counts as unsafe in a schema that is not
--   trusted. The auditor looks at it.

PRAGMA application_id = 1145652046;                          -- "DICN"

CREATE TABLE secrets (
    name            TEXT PRIMARY KEY,
    value           BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO secrets VALUES ('salt', randomblob(32));         -- for `forgotten`


-- ---- units: what can be owned

CREATE TABLE units (
    name            TEXT PRIMARY KEY,
    base            TEXT,                                    -- NULL for a score
    pieces          INTEGER NOT NULL CHECK (pieces >= 0),    -- in pieces of its base
    worth           INTEGER NOT NULL CHECK (worth >= 0)      -- in pieces of copper, for leaderboards only
) STRICT, WITHOUT ROWID;

INSERT INTO units (name, base, pieces, worth)
WITH bases (base, rate) AS (
    VALUES ('copper', 1), ('silver', 10), ('gold', 100), ('platinum', 1000), ('gems', 10000)
), sizes (size, pieces) AS (
    VALUES ('piece', 1), ('g4', 4), ('g6', 6), ('g8', 8), ('g10', 10), ('g12', 12), ('g20', 20),
           ('g100', 100)
)
SELECT base || '.' || size, base, pieces, pieces * rate FROM bases, sizes;
INSERT INTO units VALUES ('points', NULL, 0, 0), ('shares', NULL, 0, 0), ('tickets', NULL, 0, 0);


-- ---- accounts and who they are

CREATE TABLE accounts (
    id              INTEGER PRIMARY KEY,
    kind            TEXT    NOT NULL
                    CHECK (kind IN ('member', 'stake', 'pot', 'house', 'guest', 'mint', 'escrow')),
    guild_id        INTEGER NOT NULL,
    owner           INTEGER REFERENCES accounts (id),        -- the purse to which a stake or escrow belongs
    may_owe         INTEGER NOT NULL CHECK (may_owe = (kind = 'mint')),
    opened          REAL    NOT NULL,
    closed          REAL,                                    -- no leg touches it from then on
    UNIQUE (id, may_owe),                                    -- so that `balances` cannot lie about may_owe
    CHECK (owner IS NULL OR kind IN ('stake', 'escrow'))
) STRICT;
CREATE UNIQUE INDEX one_mint_a_guild ON accounts (guild_id) WHERE kind = 'mint';
CREATE INDEX accounts_of_an_owner ON accounts (owner) WHERE owner IS NOT NULL;
CREATE INDEX accounts_of_a_guild ON accounts (guild_id, kind);

CREATE TRIGGER accounts_stay BEFORE DELETE ON accounts BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
END;

CREATE TABLE members (
    account         INTEGER PRIMARY KEY REFERENCES accounts (id),
    guild_id        INTEGER NOT NULL,
    user_id         INTEGER NOT NULL,
    name            TEXT    NOT NULL,
    joined          REAL    NOT NULL,
    UNIQUE (guild_id, user_id)
) STRICT;

-- Whoever had their data deleted today: a salted hash of guild and user and the day, so that
-- deleting and coming back is no way to a second welcome set. Rows of earlier days are thrown away.
CREATE TABLE forgotten (
    who             BLOB PRIMARY KEY,
    day             INTEGER NOT NULL                         -- days since 1970-01-01, UTC
) STRICT, WITHOUT ROWID;

CREATE TABLE funds (
    account         INTEGER PRIMARY KEY REFERENCES accounts (id),
    guild_id        INTEGER NOT NULL,
    base            TEXT    NOT NULL,
    purpose         TEXT    NOT NULL,
    topped          INTEGER,                                 -- the day its level was last looked at
    UNIQUE (guild_id, base, purpose)
) STRICT;

CREATE TABLE guilds (
    guild_id        INTEGER PRIMARY KEY,
    resets          INTEGER NOT NULL,
    reset_at        REAL    NOT NULL,
    reset_outcome   INTEGER NOT NULL                         -- outcomes up to this one no longer count
) STRICT;


-- ---- the ledger

CREATE TABLE transfers (
    id              INTEGER PRIMARY KEY,
    key             TEXT    NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
    kind            TEXT    NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    at              REAL    NOT NULL,
    memo            TEXT    NOT NULL
) STRICT;

-- One leg takes from one account what it gives to another: it cannot be written out of balance.
CREATE TABLE legs (
    transfer        INTEGER NOT NULL REFERENCES transfers (id),
    n               INTEGER NOT NULL CHECK (n >= 0),
    giver           INTEGER NOT NULL REFERENCES accounts (id),
    taker           INTEGER NOT NULL REFERENCES accounts (id),
    unit            TEXT    NOT NULL REFERENCES units (name),
    amount          INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
    PRIMARY KEY (transfer, n),
    CHECK (giver <> taker)
) STRICT, WITHOUT ROWID;
CREATE INDEX legs_given ON legs (giver, transfer);
CREATE INDEX legs_taken ON legs (taker, transfer);

-- The legs added up, kept by the trigger below.
CREATE TABLE balances (
    account         INTEGER NOT NULL,
    unit            TEXT    NOT NULL REFERENCES units (name),
    may_owe         INTEGER NOT NULL CHECK (may_owe IN (0, 1)),
    amount          INTEGER NOT NULL,
    PRIMARY KEY (account, unit),
    FOREIGN KEY (account, may_owe) REFERENCES accounts (id, may_owe),
    CHECK (amount <= 1000000000000),
    CHECK (amount >= 0 OR may_owe = 1)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER transfers_once BEFORE INSERT ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is written once')
     WHERE EXISTS (SELECT 1 FROM transfers WHERE key = NEW.key)
        OR EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id);
END;
CREATE TRIGGER transfers_no_edit BEFORE UPDATE ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is never edited');
END;
CREATE TRIGGER transfers_stay BEFORE DELETE ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;
CREATE TRIGGER legs_no_edit BEFORE UPDATE ON legs BEGIN
    SELECT RAISE(ABORT, 'a leg is never edited');
END;
CREATE TRIGGER legs_stay BEFORE DELETE ON legs BEGIN
    SELECT RAISE(ABORT, 'a leg is never deleted');
END;

CREATE TRIGGER legs_allowed BEFORE INSERT ON legs BEGIN
    SELECT RAISE(ABORT, 'a leg is written once')
     WHERE EXISTS (SELECT 1 FROM legs WHERE transfer = NEW.transfer AND n = NEW.n);
    SELECT RAISE(ABORT, 'money stays on its server')
      FROM accounts AS g, accounts AS t
     WHERE g.id = NEW.giver AND t.id = NEW.taker AND g.guild_id <> t.guild_id;
    SELECT RAISE(ABORT, 'a closed account')
      FROM accounts WHERE id IN (NEW.giver, NEW.taker) AND closed IS NOT NULL;
    SELECT RAISE(ABORT, 'not enough')
      FROM accounts
     WHERE id = NEW.giver AND may_owe = 0 AND NEW.amount > coalesce(
           (SELECT amount FROM balances WHERE account = NEW.giver AND unit = NEW.unit), 0);
    SELECT RAISE(ABORT, 'over the cap')
      FROM balances
     WHERE account = NEW.taker AND unit = NEW.unit AND amount + NEW.amount > 1000000000000;
END;

CREATE TRIGGER legs_add_up AFTER INSERT ON legs BEGIN
    INSERT INTO balances (account, unit, may_owe, amount)
    SELECT id, NEW.unit, may_owe, 0 FROM accounts
     WHERE id IN (NEW.giver, NEW.taker)
       AND NOT EXISTS (SELECT 1 FROM balances WHERE account = accounts.id AND unit = NEW.unit);
    UPDATE balances SET amount = amount - NEW.amount WHERE account = NEW.giver AND unit = NEW.unit;
    UPDATE balances SET amount = amount + NEW.amount WHERE account = NEW.taker AND unit = NEW.unit;
END;


-- ---- tables and seats

CREATE TABLE tables (
    id              INTEGER PRIMARY KEY,
    guild_id        INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,
    message_id      INTEGER,
    host            INTEGER NOT NULL REFERENCES accounts (id),
    game            TEXT    NOT NULL,
    options         TEXT    NOT NULL,
    settings        TEXT    NOT NULL,
    pot             INTEGER NOT NULL UNIQUE REFERENCES accounts (id),
    phase           TEXT    NOT NULL CHECK (phase IN ('lobby', 'playing', 'suspended', 'closed')),
    carry           TEXT    NOT NULL,
    seed            TEXT    NOT NULL,
    match           INTEGER REFERENCES matches (id),
    opened          REAL    NOT NULL,
    closed          REAL,
    CHECK ((closed IS NOT NULL) = (phase = 'closed'))
) STRICT;
CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id) WHERE phase <> 'closed';

CREATE TRIGGER tables_stay_closed BEFORE UPDATE OF phase ON tables
WHEN OLD.phase = 'closed' AND NEW.phase <> 'closed' BEGIN
    SELECT RAISE(ABORT, 'a closed table stays closed');      -- its seed is public
END;

CREATE TABLE seats (
    table_id        INTEGER NOT NULL REFERENCES tables (id),
    seat            INTEGER NOT NULL CHECK (seat >= 0),
    name            TEXT    NOT NULL,
    member          INTEGER REFERENCES accounts (id),
    stake           INTEGER NOT NULL UNIQUE REFERENCES accounts (id),
    policy          TEXT,
    state           TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_a_member ON seats (member) WHERE member IS NOT NULL;


-- ---- the journal

CREATE TABLE matches (
    id              INTEGER PRIMARY KEY,
    table_id        INTEGER NOT NULL REFERENCES tables (id),
    game            TEXT    NOT NULL,
    version         INTEGER NOT NULL,
    header          TEXT    NOT NULL,
    state           TEXT    NOT NULL CHECK (state IN ('playing', 'ended', 'void', 'suspended')),
    result          TEXT,
    opened          REAL    NOT NULL,
    closed          REAL
) STRICT;
CREATE INDEX matches_of_a_table ON matches (table_id);
CREATE UNIQUE INDEX one_match_a_table ON matches (table_id) WHERE state = 'playing';

CREATE TABLE rows (
    match           INTEGER NOT NULL REFERENCES matches (id),
    seq             INTEGER NOT NULL CHECK (seq >= 0),
    ask             INTEGER NOT NULL,
    seat            INTEGER NOT NULL,
    digest          TEXT,
    answer          TEXT    NOT NULL,
    by              TEXT    NOT NULL
                    CHECK (by IN ('player', 'timeout', 'computer', 'host', 'table')),
    press           INTEGER,
    member          INTEGER REFERENCES accounts (id),        -- who sat there and answered in person
    at              REAL    NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_row_a_press ON rows (press) WHERE press IS NOT NULL;

CREATE TRIGGER rows_allowed BEFORE INSERT ON rows BEGIN
    SELECT RAISE(ABORT, 'a row is written once')
     WHERE EXISTS (SELECT 1 FROM rows WHERE match = NEW.match AND seq = NEW.seq)
        OR EXISTS (SELECT 1 FROM rows WHERE press = NEW.press);
    SELECT RAISE(ABORT, 'a match that is not being played')
      FROM matches WHERE id = NEW.match AND state <> 'playing';
    SELECT RAISE(ABORT, 'a gap in the journal')
     WHERE NOT EXISTS (SELECT 1 FROM rows WHERE match = NEW.match AND seq = NEW.seq - 1)
       AND EXISTS (SELECT 1 FROM rows WHERE match = NEW.match);
END;
CREATE TRIGGER rows_no_edit BEFORE UPDATE ON rows BEGIN
    SELECT RAISE(ABORT, 'a row is never edited');
END;
CREATE TRIGGER rows_stay BEFORE DELETE ON rows BEGIN
    SELECT RAISE(ABORT, 'a row is never deleted');
END;

CREATE TABLE deadlines (
    match           INTEGER NOT NULL REFERENCES matches (id),
    ask             INTEGER NOT NULL,
    due             REAL    NOT NULL,
    PRIMARY KEY (match, ask)
) STRICT, WITHOUT ROWID;


-- ---- leaderboards, settings, the audit log

CREATE TABLE outcomes (
    id              INTEGER PRIMARY KEY,
    match           INTEGER NOT NULL REFERENCES matches (id),
    member          INTEGER NOT NULL REFERENCES accounts (id),
    guild_id        INTEGER NOT NULL,
    game            TEXT    NOT NULL,
    at              REAL    NOT NULL,
    place           INTEGER CHECK (place >= 1),
    net_players     INTEGER NOT NULL,
    net_house       INTEGER NOT NULL,
    points          INTEGER NOT NULL,
    shares          INTEGER NOT NULL,
    won             INTEGER NOT NULL CHECK (won IN (0, 1)),
    UNIQUE (match, member)
) STRICT;
CREATE INDEX outcomes_of_a_guild ON outcomes (guild_id, at);
CREATE INDEX outcomes_of_a_member ON outcomes (member);

CREATE TABLE settings (
    guild_id        INTEGER NOT NULL,
    key             TEXT    NOT NULL,
    value           TEXT    NOT NULL,
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_log (
    id              INTEGER PRIMARY KEY,
    guild_id        INTEGER NOT NULL,
    actor           INTEGER REFERENCES accounts (id),
    what            TEXT    NOT NULL,
    detail          TEXT    NOT NULL,
    at              REAL    NOT NULL
) STRICT;
CREATE INDEX audit_log_of_a_guild ON audit_log (guild_id, id);
