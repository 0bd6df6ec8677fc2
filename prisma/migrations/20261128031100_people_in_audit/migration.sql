-- The entries that name somebody, for when they leave.
CREATE INDEX CONCURRENTLY "audit_log_people_idx" ON "audit_log" USING gin (audit_people("before", "after")) WHERE audit_people("before", "after") <> '{}';
