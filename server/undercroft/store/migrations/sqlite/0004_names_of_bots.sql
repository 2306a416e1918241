-- Names under which bots dial in, and whose they are. A match made with such a bot keeps the owner's hash in its own
-- log too, so a name that changes hands gives nobody another bot's seat.

CREATE TABLE bot_names (
    name    TEXT    NOT NULL PRIMARY KEY,
    owner   TEXT    NOT NULL,                            -- hex SHA-256 made of the token that proves the name
    seen_ms INTEGER NOT NULL                             -- Unix time, milliseconds: the last hello
) STRICT;
