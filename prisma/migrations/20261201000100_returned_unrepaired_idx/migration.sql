CREATE INDEX CONCURRENTLY repairs_unrepaired_idx ON repairs (completed_at) WHERE unrepaired_reason IS NOT NULL;
