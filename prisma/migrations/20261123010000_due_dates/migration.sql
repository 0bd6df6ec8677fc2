-- Cases by the day on which they are due: those that are not done yet first, the one that is due next at the top, those without a
-- day last. The lists' sort and their filter 'overdue' ask by the same expressions (src/server/cases/case-list.ts).
CREATE INDEX repairs_due_idx ON repairs (
  (status NOT IN ('received', 'diagnosing', 'repairing', 'testing')),
  (CASE WHEN due_on BETWEEN '0001-01-01' AND '9999-12-31' THEN due_on ELSE '9999-12-31' END),
  created_at,
  id
);

CREATE INDEX trade_ins_due_idx ON trade_ins (
  (status NOT IN ('submitted', 'evaluated')),
  (CASE WHEN due_on BETWEEN '0001-01-01' AND '9999-12-31' THEN due_on ELSE '9999-12-31' END),
  created_at,
  id
);
