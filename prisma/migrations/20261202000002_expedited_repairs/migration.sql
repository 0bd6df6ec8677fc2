-- Expedited repairs are few: a list of them does not go through all others.
CREATE INDEX CONCURRENTLY repairs_expedited_idx ON repairs (created_at DESC, id DESC) WHERE is_expedited;
