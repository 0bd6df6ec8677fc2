CREATE INDEX CONCURRENTLY case_messages_unread_case_idx ON case_messages (case_id, side) WHERE read_at IS NULL;
