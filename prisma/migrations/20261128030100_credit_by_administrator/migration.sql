-- For what an administrator has given within a time.
CREATE INDEX CONCURRENTLY "credit_entries_actor_id_at_idx" ON "credit_entries"("actor_id", "at");
