-- What was written in one change of an administrator's: whoever takes it back is told what has gone out already.
ALTER TABLE case_emails ADD COLUMN change_id uuid;
ALTER TABLE credit_emails ADD COLUMN change_id uuid;
