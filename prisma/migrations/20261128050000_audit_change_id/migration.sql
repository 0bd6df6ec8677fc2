-- Entries of one change of many rows belong together: it is undone as one.
ALTER TABLE audit_log ADD COLUMN change_id uuid;
