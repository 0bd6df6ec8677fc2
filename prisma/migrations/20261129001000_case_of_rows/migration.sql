DO $$
BEGIN
  IF EXISTS (SELECT FROM repairs AS r JOIN trade_ins AS t ON t.id = r.id) THEN
    RAISE EXCEPTION 'A repair and a trade-in have the same id' USING
      HINT = 'Insert a row with a new id and kind trade_ins into cases, give that id to the trade-in, and start again.';
  END IF;
END
$$;

ALTER TABLE case_notes ADD COLUMN case_id uuid;
ALTER TABLE case_links ADD COLUMN case_id uuid;
ALTER TABLE case_customers ADD COLUMN case_id uuid;
ALTER TABLE case_emails ADD COLUMN case_id uuid;
ALTER TABLE case_messages ADD COLUMN case_id uuid;
ALTER TABLE case_files ADD COLUMN case_id uuid;
ALTER TABLE case_readings ADD COLUMN case_id uuid;

ALTER TABLE case_notes ADD CONSTRAINT case_notes_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE case_links ADD CONSTRAINT case_links_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE case_customers ADD CONSTRAINT case_customers_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE case_emails ADD CONSTRAINT case_emails_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE case_messages ADD CONSTRAINT case_messages_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE case_files ADD CONSTRAINT case_files_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE case_readings ADD CONSTRAINT case_readings_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

-- The version before writes and reads the two former keys alone, this one the new key alone. Each finds what the other wrote.
CREATE FUNCTION agree_on_case() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  is_former CONSTANT boolean := NEW.case_id IS NULL OR (TG_OP = 'UPDATE' AND NEW.case_id IS NOT DISTINCT FROM OLD.case_id
    AND (NEW.repair_id, NEW.trade_in_id) IS DISTINCT FROM (OLD.repair_id, OLD.trade_in_id));
  kind_of_case case_kind;
BEGIN
  IF is_former THEN
    NEW.case_id := coalesce(NEW.repair_id, NEW.trade_in_id);
  END IF;
  -- A row of a request has no case yet.
  IF NEW.case_id IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT c.kind INTO kind_of_case FROM cases AS c WHERE c.id = NEW.case_id;
  IF kind_of_case IS NULL OR (is_former AND (kind_of_case = 'repairs') <> (NEW.repair_id IS NOT NULL)) THEN
    RAISE foreign_key_violation USING MESSAGE = 'there is no such case', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_case_id_fkey';
  END IF;
  IF NOT is_former THEN
    NEW.repair_id := CASE kind_of_case WHEN 'repairs' THEN NEW.case_id END;
    NEW.trade_in_id := CASE kind_of_case WHEN 'trade_ins' THEN NEW.case_id END;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER agree_on_case BEFORE INSERT OR UPDATE OF case_id, repair_id, trade_in_id ON case_notes FOR EACH ROW EXECUTE FUNCTION agree_on_case();
CREATE TRIGGER agree_on_case BEFORE INSERT OR UPDATE OF case_id, repair_id, trade_in_id ON case_links FOR EACH ROW EXECUTE FUNCTION agree_on_case();
CREATE TRIGGER agree_on_case BEFORE INSERT OR UPDATE OF case_id, repair_id, trade_in_id ON case_customers FOR EACH ROW EXECUTE FUNCTION agree_on_case();
CREATE TRIGGER agree_on_case BEFORE INSERT OR UPDATE OF case_id, repair_id, trade_in_id ON case_emails FOR EACH ROW EXECUTE FUNCTION agree_on_case();
CREATE TRIGGER agree_on_case BEFORE INSERT OR UPDATE OF case_id, repair_id, trade_in_id ON case_messages FOR EACH ROW EXECUTE FUNCTION agree_on_case();
CREATE TRIGGER agree_on_case BEFORE INSERT OR UPDATE OF case_id, repair_id, trade_in_id ON case_files FOR EACH ROW EXECUTE FUNCTION agree_on_case();
CREATE TRIGGER agree_on_case BEFORE INSERT OR UPDATE OF case_id, repair_id, trade_in_id ON case_readings FOR EACH ROW EXECUTE FUNCTION agree_on_case();

CREATE FUNCTION remove_cases() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM cases WHERE kind = TG_TABLE_NAME::case_kind;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_cases AFTER TRUNCATE ON repairs FOR EACH STATEMENT EXECUTE FUNCTION remove_cases();
CREATE TRIGGER remove_cases AFTER TRUNCATE ON trade_ins FOR EACH STATEMENT EXECUTE FUNCTION remove_cases();
