-- Named by the statuses in which a case is no longer due (src/server/cases/case-list.ts): a further status of the work needs no other index.
DROP INDEX repairs_due_idx;
CREATE INDEX repairs_due_idx ON repairs ((status IN ('completed', 'shipped')), (
  CASE WHEN due_on >= '0001-01-01' AND due_on <= '9999-12-31' THEN due_on ELSE '9999-12-31' END
), created_at, id);
DROP INDEX trade_ins_due_idx;
CREATE INDEX trade_ins_due_idx ON trade_ins ((status IN ('approved', 'rejected', 'completed')), (
  CASE WHEN due_on >= '0001-01-01' AND due_on <= '9999-12-31' THEN due_on ELSE '9999-12-31' END
), created_at, id);
