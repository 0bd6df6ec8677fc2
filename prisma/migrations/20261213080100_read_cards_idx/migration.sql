-- Where else a graphics card was read, by its UUID.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reading_boards_serial_key_idx ON reading_boards (serial_key);
