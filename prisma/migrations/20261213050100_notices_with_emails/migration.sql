-- The email of a notice: one that was recalled or has failed gave no notice.
ALTER TABLE collection_notices ADD COLUMN email_id uuid;
CREATE INDEX collection_notices_email_id_idx ON collection_notices (email_id);
