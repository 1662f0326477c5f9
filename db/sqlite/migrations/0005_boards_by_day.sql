-- Boards of the last days from totals that are kept, instead of adding up every outcome of those days.
--
-- The totals of all time (`standings`, `matches_counted`) less what they were when a day began are the totals from that
-- day on. So whoever plays on a day leaves one line with their totals before it. They are counted once from the
-- outcomes that the file holds; no match is replayed.

CREATE TABLE standings_before (
    guild_id        INTEGER NOT NULL,
    game            TEXT    NOT NULL,                        -- '' for all games together
    member          INTEGER NOT NULL REFERENCES accounts (id),
    base            TEXT    NOT NULL,
    day             INTEGER NOT NULL,                        -- days since the epoch, UTC
    winnings        INTEGER NOT NULL,
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
    PRIMARY KEY (guild_id, game, member, base, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches_before (
    guild_id        INTEGER NOT NULL,
    game            TEXT    NOT NULL,                        -- '' for all games together
    base            TEXT    NOT NULL,
    day             INTEGER NOT NULL,
    winnings        INTEGER NOT NULL,
    house           INTEGER NOT NULL,
    points          INTEGER NOT NULL,
    shares          INTEGER NOT NULL,
    crowns          INTEGER NOT NULL,
    wins            INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, base, day)
) STRICT, WITHOUT ROWID;

INSERT INTO standings_before
WITH counting AS (
    SELECT outcomes.id, outcomes.guild_id, keys.game, outcomes.member, outcomes.base,
           CAST(outcomes.at / 86400 AS INTEGER) AS day,
           net_players, net_house, points, shares, crowns, won
      FROM outcomes JOIN members ON members.account = outcomes.member
      JOIN (SELECT '' AS game UNION SELECT game FROM outcomes) AS keys ON keys.game IN ('', outcomes.game)
     WHERE ranked
       AND id > coalesce((SELECT reset_outcome FROM guilds WHERE guilds.guild_id = outcomes.guild_id), 0)
), lines AS (
SELECT guild_id, game, member, base, day,
       row_number() OVER (PARTITION BY guild_id, game, member, base, day ORDER BY id) AS place,
       coalesce(sum(coalesce(net_players, 0)) OVER earlier, 0) AS winnings,
       coalesce(sum(net_players IS NOT NULL) OVER earlier, 0) AS winnings_from,
       coalesce(sum(coalesce(net_house, 0)) OVER earlier, 0) AS house,
       coalesce(sum(net_house IS NOT NULL) OVER earlier, 0) AS house_from,
       coalesce(sum(coalesce(points, 0)) OVER earlier, 0) AS points,
       coalesce(sum(points IS NOT NULL) OVER earlier, 0) AS points_from,
       coalesce(sum(coalesce(shares, 0)) OVER earlier, 0) AS shares,
       coalesce(sum(shares IS NOT NULL) OVER earlier, 0) AS shares_from,
       coalesce(sum(coalesce(crowns, 0)) OVER earlier, 0) AS crowns,
       coalesce(sum(crowns IS NOT NULL) OVER earlier, 0) AS crowns_from,
       coalesce(sum(won) OVER earlier, 0) AS wins,
       coalesce(sum(1) OVER earlier, 0) AS wins_from
  FROM counting
WINDOW earlier AS (PARTITION BY guild_id, game, member, base ORDER BY id
                   ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
SELECT guild_id, game, member, base, day,
       winnings, winnings_from, house, house_from, points, points_from,
       shares, shares_from, crowns, crowns_from, wins, wins_from
  FROM lines WHERE place = 1;

INSERT INTO matches_before
WITH counting AS (
    SELECT outcomes.id, guild_id, keys.game, base, CAST(at / 86400 AS INTEGER) AS day,
           net_players, net_house, points, shares, crowns
      FROM outcomes
      JOIN (SELECT '' AS game UNION SELECT game FROM outcomes) AS keys ON keys.game IN ('', outcomes.game)
     WHERE first
       AND id > coalesce((SELECT reset_outcome FROM guilds WHERE guilds.guild_id = outcomes.guild_id), 0)
), lines AS (
SELECT guild_id, game, base, day,
       row_number() OVER (PARTITION BY guild_id, game, base, day ORDER BY id) AS place,
       coalesce(sum(net_players IS NOT NULL) OVER earlier, 0) AS winnings,
       coalesce(sum(net_house IS NOT NULL) OVER earlier, 0) AS house,
       coalesce(sum(points IS NOT NULL) OVER earlier, 0) AS points,
       coalesce(sum(shares IS NOT NULL) OVER earlier, 0) AS shares,
       coalesce(sum(crowns IS NOT NULL) OVER earlier, 0) AS crowns,
       coalesce(sum(1) OVER earlier, 0) AS wins
  FROM counting
WINDOW earlier AS (PARTITION BY guild_id, game, base ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
SELECT guild_id, game, base, day, winnings, house, points, shares, crowns, wins FROM lines WHERE place = 1;

-- It served the boards of the last days alone.
DROP INDEX outcomes_ranked;

DROP TRIGGER outcomes_add_up;
CREATE TRIGGER outcomes_add_up AFTER INSERT ON outcomes WHEN NEW.ranked BEGIN
    INSERT INTO standings_before
    SELECT NEW.guild_id, keys.game, NEW.member, NEW.base, CAST(NEW.at / 86400 AS INTEGER),
           coalesce(winnings, 0), coalesce(winnings_from, 0), coalesce(house, 0), coalesce(house_from, 0),
           coalesce(points, 0), coalesce(points_from, 0), coalesce(shares, 0), coalesce(shares_from, 0),
           coalesce(crowns, 0), coalesce(crowns_from, 0), coalesce(wins, 0), coalesce(wins_from, 0)
      FROM (SELECT '' AS game UNION ALL SELECT NEW.game) AS keys
      LEFT JOIN standings ON standings.guild_id = NEW.guild_id AND standings.game = keys.game
                         AND standings.member = NEW.member AND standings.base = NEW.base
     WHERE EXISTS (SELECT 1 FROM members WHERE account = NEW.member)
        ON CONFLICT DO NOTHING;
    INSERT INTO matches_before
    SELECT NEW.guild_id, keys.game, NEW.base, CAST(NEW.at / 86400 AS INTEGER),
           coalesce(winnings, 0), coalesce(house, 0), coalesce(points, 0),
           coalesce(shares, 0), coalesce(crowns, 0), coalesce(wins, 0)
      FROM (SELECT '' AS game UNION ALL SELECT NEW.game) AS keys
      LEFT JOIN matches_counted ON matches_counted.guild_id = NEW.guild_id AND matches_counted.game = keys.game
                               AND matches_counted.base = NEW.base
     WHERE NEW.first
        ON CONFLICT DO NOTHING;
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
