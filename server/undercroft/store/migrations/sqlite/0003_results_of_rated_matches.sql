-- What the ends of rated matches say about their bots, in the order in which they were committed. Ratings are worked out
-- from it: there is nothing to bring up to date when a match ends, so two servers never write the same bot's rating.
--
-- For PostgreSQL: a sequence gives numbers before the commit, so that a smaller one may appear after a greater one;
-- number the rows under a lock that is held until the commit.

CREATE TABLE rated (
    number   INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,  -- never given twice, so whoever has read it has read all below
    match_id TEXT    NOT NULL UNIQUE REFERENCES matches (match_id),
    game     TEXT    NOT NULL,
    result   BLOB    NOT NULL                             -- JSON
) STRICT;

CREATE INDEX rated_of_game ON rated (game, number);
