-- What an answer has changed of its case: {"status", "actualCost", "lines": ids, "count"}. By it an answer is taken back, and seen whether work
-- has begun since. Null where nobody can take it back.
ALTER TABLE case_quotes ADD COLUMN answer_undo jsonb;
