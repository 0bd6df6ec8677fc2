-- In a script of its own, so that rows of one table wait at most, and no table is locked.
-- allowed changes-many-rows: every row gets its key before the next start reads by it
UPDATE case_notes SET case_id = coalesce(repair_id, trade_in_id) WHERE case_id IS NULL;
