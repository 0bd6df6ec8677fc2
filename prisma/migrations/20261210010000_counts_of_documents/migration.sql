-- Counts of the list of invoices, and how it and the list of debtors are found at a million documents (docs/decisions/007, 103).

-- The state of a document as far as it does not depend on the clock: what is owed becomes overdue by itself, and is counted by an index.
CREATE FUNCTION document_group(state document_state, owed numeric, credited numeric, total numeric) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN state <> 'issued' THEN state::text WHEN owed > 0 THEN 'owed' WHEN credited > 0 AND credited >= total THEN 'credited' ELSE 'settled' END
$$;

-- By kind and state; the amount is what is owed, in EUR.
CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_counts WHERE noun = 'billing_documents';
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), count(*), sum(owed) FROM added GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), -count(*), -sum(owed) FROM removed GROUP BY 2;
  ELSE
    INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), sum(sign), sum(sign * owed)
    FROM (
      SELECT 1 AS sign, kind, state, owed, credited, total FROM added UNION ALL SELECT -1, kind, state, owed, credited, total FROM removed
    ) AS moved
    GROUP BY 2 HAVING sum(sign) <> 0 OR sum(sign * owed) <> 0;
  END IF;
  -- A stricter transaction would fail where another one has merged since it began.
  IF random() * 64 < 1 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM merge_list_counts('billing_documents');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_insert AFTER INSERT ON billing_documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_delete AFTER DELETE ON billing_documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_update AFTER UPDATE ON billing_documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON billing_documents FOR EACH STATEMENT EXECUTE FUNCTION count_documents();

CREATE OR REPLACE FUNCTION recount_units() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE units, parts, billing_documents IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO list_counts (noun, key, rows) SELECT 'units', state::text, count(*) FROM units WHERE merged_into IS NULL GROUP BY state;
  INSERT INTO list_counts (noun, key, rows) SELECT 'parts', state::text, count(*) FROM parts GROUP BY state;
  INSERT INTO list_counts (noun, key, rows, amount)
    SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), count(*), sum(owed) FROM billing_documents GROUP BY 2;
END
$$;
INSERT INTO list_counts (noun, key, rows, amount)
  SELECT 'billing_documents', kind::text || ' ' || document_group(state, owed, credited, total), count(*), sum(owed) FROM billing_documents GROUP BY 2;
