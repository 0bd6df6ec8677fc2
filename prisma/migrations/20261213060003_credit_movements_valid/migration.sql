-- By itself: validating takes no lock that keeps others out.
ALTER TABLE credit_entries VALIDATE CONSTRAINT credit_entries_movements;
