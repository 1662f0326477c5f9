-- Boards are added up when they are asked for, from one index that holds all columns they need.

DROP TRIGGER outcomes_add_up ON outcomes;
DROP FUNCTION outcomes_add_up();
DROP TABLE standings_before;
DROP TABLE matches_before;
DROP TABLE standings;
DROP TABLE matches_counted;

CREATE INDEX outcomes_of_a_place ON outcomes
    (guild_id, member, at, game, base, first, net_players, net_house, points, shares, crowns, won) WHERE ranked = 1;
