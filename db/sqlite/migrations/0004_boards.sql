-- Boards count what matches paid, and their totals are kept.
--
-- Until now an outcome had 0 for "none of it" and for "it could not count here" alike, "won" was the first place
-- whoever had the money, and a match for fun left its points. Each is put right from what the file holds already: the
-- header of the match, its end in the ledger, and the outcomes themselves. No match is replayed.

CREATE TABLE outcomes_by_pay (
    id              INTEGER PRIMARY KEY,
    match           INTEGER NOT NULL REFERENCES matches (id),
    member          INTEGER NOT NULL REFERENCES accounts (id),
    guild_id        INTEGER NOT NULL,
    game            TEXT    NOT NULL,
    base            TEXT    NOT NULL,                        -- what the gembones of the table were made of
    at              REAL    NOT NULL,
    place           INTEGER CHECK (place >= 1),
    ranked          INTEGER NOT NULL CHECK (ranked IN (0, 1)),   -- 0: kept, and counted on no board
    first           INTEGER NOT NULL CHECK (first IN (0, 1)),    -- 1 for one ranked outcome of each match
    net_players     INTEGER,                                 -- in copper worth; NULL: nothing to win from members
    net_house       INTEGER,                                 -- in copper worth; NULL: the house had no part in it
    points          INTEGER,                                 -- NULL: paid no points
    shares          INTEGER,                                 -- NULL: paid no shares
    crowns          INTEGER,                                 -- NULL: no night
    won             INTEGER NOT NULL CHECK (won IN (0, 1)),  -- ahead in money or in points
    UNIQUE (match, member),
    CHECK (first <= ranked)
) STRICT;

-- What is not to be found in the header is told by the ledger: which base was paid in, and the points and shares that
-- a match for fun did pay. `spotlight` and the key of the nights are words of the games, here for the old data alone.
INSERT INTO outcomes_by_pay
WITH facts AS (
    SELECT matches.id AS match,
           CASE WHEN json_valid(header) THEN coalesce(json_extract(header, '$.free'), 0) ELSE 0 END AS free,
           CASE WHEN json_valid(header)
                THEN coalesce(json_extract(header, '$.options.spotlight'), 'off') = 'off' ELSE 1 END AS ranked,
           coalesce(
               (SELECT units.base FROM transfers JOIN legs ON legs.transfer = transfers.id
                  JOIN units ON units.name = legs.unit
                 WHERE transfers.key = 'end:' || matches.id AND units.base IS NOT NULL
                 ORDER BY units.worth / units.pieces DESC LIMIT 1),
               CASE WHEN json_valid(settings) THEN json_extract(settings, '$.base') END,
               'copper') AS base,
           (SELECT count(*) FROM outcomes WHERE outcomes.match = matches.id) AS members
      FROM matches JOIN tables ON tables.id = matches.table_id
     WHERE matches.id IN (SELECT match FROM outcomes)
)
SELECT id, outcomes.match, member, guild_id, game, base, at, place, ranked, 0,
       CASE WHEN NOT free AND members > 1 THEN net_players END,
       net_house,
       CASE WHEN NOT free THEN points ELSE coalesce(
           (SELECT sum(amount) FROM transfers JOIN legs ON legs.transfer = transfers.id
             WHERE transfers.key = 'end:' || outcomes.match AND taker = member AND unit = 'points'), 0) END,
       CASE WHEN NOT free THEN shares ELSE coalesce(
           (SELECT sum(amount) FROM transfers JOIN legs ON legs.transfer = transfers.id
             WHERE transfers.key = 'end:' || outcomes.match AND taker = member AND unit = 'shares'), 0) END,
       CASE WHEN game = 'adventurers_choice' AND NOT free AND members > 1 THEN coalesce(place = 1, 0) END,
       0
  FROM outcomes JOIN facts ON facts.match = outcomes.match;

DROP TABLE outcomes;
ALTER TABLE outcomes_by_pay RENAME TO outcomes;

UPDATE outcomes SET won = 1
 WHERE coalesce(net_players, 0) + coalesce(net_house, 0) > 0
    OR (points > 0
        AND points = (SELECT max(points) FROM outcomes AS all_of WHERE all_of.match = outcomes.match)
        AND (SELECT count(*) FROM outcomes AS all_of WHERE all_of.match = outcomes.match) > 1
        AND coalesce(place, 1) = 1);                         -- a computer player may have had more points

-- What nobody in a match had, it did not pay.
UPDATE outcomes SET
    net_players = CASE WHEN match IN (SELECT match FROM outcomes GROUP BY match
                                      HAVING max(abs(net_players)) = 0
                                         AND (max(points) > 0 OR max(abs(net_house)) > 0))
                       THEN NULL ELSE net_players END,
    net_house = CASE WHEN match IN (SELECT match FROM outcomes GROUP BY match HAVING max(abs(net_house)) = 0)
                     THEN NULL ELSE net_house END,
    points = CASE WHEN match IN (SELECT match FROM outcomes GROUP BY match HAVING max(points) = 0)
                  THEN NULL ELSE points END,
    shares = CASE WHEN match IN (SELECT match FROM outcomes GROUP BY match HAVING max(shares) = 0)
                  THEN NULL ELSE shares END;
UPDATE outcomes SET ranked = 0
 WHERE coalesce(net_players, net_house, points, shares, crowns) IS NULL;
UPDATE outcomes SET first = 1
 WHERE id IN (SELECT min(id) FROM outcomes WHERE ranked GROUP BY match);

CREATE INDEX outcomes_of_a_member ON outcomes (member);
-- All that a board of the last days needs, so that only the index is read.
CREATE INDEX outcomes_ranked ON outcomes
    (guild_id, at, game, base, member, first, net_players, net_house, points, shares, crowns, won) WHERE ranked;


-- ---- totals: the ranked outcomes since the last reset added up, of members that are known

CREATE TABLE standings (
    guild_id        INTEGER NOT NULL,
    game            TEXT    NOT NULL,                        -- '' for all games together
    member          INTEGER NOT NULL REFERENCES accounts (id),
    base            TEXT    NOT NULL,
    winnings        INTEGER NOT NULL,                        -- each with the number of matches that it comes from
    winnings_from   INTEGER NOT NULL,
    house           INTEGER NOT NULL,
    house_from      INTEGER NOT NULL,
    points          INTEGER NOT NULL,
    points_from     INTEGER NOT NULL,
    shares          INTEGER NOT NULL,
    shares_from     INTEGER NOT NULL,
    crowns          INTEGER NOT NULL,
    crowns_from     INTEGER NOT NULL,
    wins            INTEGER NOT NULL,
    wins_from       INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, member, base)
) STRICT, WITHOUT ROWID;

-- The number of matches that each board rests on.
CREATE TABLE matches_counted (
    guild_id        INTEGER NOT NULL,
    game            TEXT    NOT NULL,                        -- '' for all games together
    base            TEXT    NOT NULL,
    winnings        INTEGER NOT NULL,
    house           INTEGER NOT NULL,
    points          INTEGER NOT NULL,
    shares          INTEGER NOT NULL,
    crowns          INTEGER NOT NULL,
    wins            INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, base)
) STRICT, WITHOUT ROWID;

INSERT INTO standings
WITH counting AS (
    SELECT outcomes.* FROM outcomes JOIN members ON members.account = outcomes.member
     WHERE ranked
       AND id > coalesce((SELECT reset_outcome FROM guilds WHERE guilds.guild_id = outcomes.guild_id), 0)
)
SELECT guild_id, keys.game, member, base,
       coalesce(sum(net_players), 0), count(net_players), coalesce(sum(net_house), 0), count(net_house),
       coalesce(sum(points), 0), count(points), coalesce(sum(shares), 0), count(shares),
       coalesce(sum(crowns), 0), count(crowns), sum(won), count(*)
  FROM counting JOIN (SELECT '' AS game UNION SELECT game FROM outcomes) AS keys
    ON keys.game IN ('', counting.game)
 GROUP BY guild_id, keys.game, member, base;

INSERT INTO matches_counted
WITH counting AS (
    SELECT * FROM outcomes
     WHERE first
       AND id > coalesce((SELECT reset_outcome FROM guilds WHERE guilds.guild_id = outcomes.guild_id), 0)
)
SELECT guild_id, keys.game, base,
       count(net_players), count(net_house), count(points), count(shares), count(crowns), count(*)
  FROM counting JOIN (SELECT '' AS game UNION SELECT game FROM outcomes) AS keys
    ON keys.game IN ('', counting.game)
 GROUP BY guild_id, keys.game, base;

CREATE TRIGGER outcomes_add_up AFTER INSERT ON outcomes WHEN NEW.ranked BEGIN
    INSERT INTO standings
    SELECT NEW.guild_id, keys.game, NEW.member, NEW.base,
           coalesce(NEW.net_players, 0), NEW.net_players IS NOT NULL,
           coalesce(NEW.net_house, 0), NEW.net_house IS NOT NULL,
           coalesce(NEW.points, 0), NEW.points IS NOT NULL, coalesce(NEW.shares, 0), NEW.shares IS NOT NULL,
           coalesce(NEW.crowns, 0), NEW.crowns IS NOT NULL, NEW.won, 1
      FROM (SELECT '' AS game UNION ALL SELECT NEW.game) AS keys
     WHERE EXISTS (SELECT 1 FROM members WHERE account = NEW.member)
        ON CONFLICT (guild_id, game, member, base) DO UPDATE SET
           winnings = winnings + excluded.winnings, winnings_from = winnings_from + excluded.winnings_from,
           house = house + excluded.house, house_from = house_from + excluded.house_from,
           points = points + excluded.points, points_from = points_from + excluded.points_from,
           shares = shares + excluded.shares, shares_from = shares_from + excluded.shares_from,
           crowns = crowns + excluded.crowns, crowns_from = crowns_from + excluded.crowns_from,
           wins = wins + excluded.wins, wins_from = wins_from + 1;
    INSERT INTO matches_counted
    SELECT NEW.guild_id, keys.game, NEW.base, NEW.net_players IS NOT NULL, NEW.net_house IS NOT NULL,
           NEW.points IS NOT NULL, NEW.shares IS NOT NULL, NEW.crowns IS NOT NULL, 1
      FROM (SELECT '' AS game UNION ALL SELECT NEW.game) AS keys
     WHERE NEW.first
        ON CONFLICT (guild_id, game, base) DO UPDATE SET
           winnings = winnings + excluded.winnings, house = house + excluded.house,
           points = points + excluded.points, shares = shares + excluded.shares,
           crowns = crowns + excluded.crowns, wins = wins + 1;
END;
-- Else the totals would no longer be those of the outcomes.
CREATE TRIGGER outcomes_no_edit BEFORE UPDATE ON outcomes BEGIN
    SELECT RAISE(ABORT, 'an outcome is never edited');
END;
CREATE TRIGGER outcomes_stay BEFORE DELETE ON outcomes BEGIN
    SELECT RAISE(ABORT, 'an outcome is never deleted');
END;


-- ---- net worth: stakes of tables long closed hold nothing and need not be looked at

CREATE INDEX open_accounts_of_an_owner ON accounts (owner) WHERE owner IS NOT NULL AND closed IS NULL;
