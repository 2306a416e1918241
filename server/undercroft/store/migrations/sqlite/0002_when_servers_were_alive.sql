-- Spans in which a server was alive: each extends its own from time to time. What lies between them is nobody's
-- thinking time. Kept without fsync: a crash of the machine may forget the last second or two.

CREATE TABLE alive (
    server  TEXT    NOT NULL PRIMARY KEY,                -- a name made at random, new after every gap
    from_ms INTEGER NOT NULL,                            -- Unix time, milliseconds
    to_ms   INTEGER NOT NULL CHECK (to_ms >= from_ms)
) STRICT;

CREATE INDEX alive_until ON alive (to_ms);
