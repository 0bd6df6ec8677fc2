ALTER TABLE case_readings VALIDATE CONSTRAINT one_case;
