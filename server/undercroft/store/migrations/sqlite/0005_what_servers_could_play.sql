-- What a server that was alive could play: a game in one version, its own or one that it replays. To a match of another
-- version it was as good as none. A server without rows here is from before they were kept, and counts for every match.

CREATE TABLE alive_with (
    server  TEXT NOT NULL,                               -- as in `alive`
    game    TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (server, game, version)
) STRICT, WITHOUT ROWID;
