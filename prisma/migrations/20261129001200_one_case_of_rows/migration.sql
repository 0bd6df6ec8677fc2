-- Not before: rows without their case could not have been changed.
ALTER TABLE case_notes ADD CONSTRAINT has_case CHECK (case_id IS NOT NULL) NOT VALID;
ALTER TABLE case_links ADD CONSTRAINT has_case CHECK (case_id IS NOT NULL) NOT VALID;
ALTER TABLE case_customers ADD CONSTRAINT has_case CHECK (case_id IS NOT NULL) NOT VALID;
ALTER TABLE case_emails ADD CONSTRAINT has_case CHECK (case_id IS NOT NULL) NOT VALID;
ALTER TABLE case_messages ADD CONSTRAINT has_case CHECK (case_id IS NOT NULL) NOT VALID;
ALTER TABLE case_files ADD CONSTRAINT of_one_case CHECK (num_nonnulls(case_id, request_id) = 1) NOT VALID;
ALTER TABLE case_readings ADD CONSTRAINT of_one_case CHECK (num_nonnulls(case_id, request_id) = 1) NOT VALID;
