-- The email of a notice: one that was recalled or has failed gave no notice.
ALTER TABLE collection_notices ADD COLUMN email_id uuid;
-- allowed require-concurrent-index-creation: the new column is empty
CREATE INDEX collection_notices_email_id_idx ON collection_notices (email_id);
