-- A case is a repair or a trade-in. Its id is the id of that row, so that a row of a case needs one key, whatever kind it is.
CREATE TYPE case_kind AS ENUM ('repairs', 'trade_ins');
CREATE TABLE cases (
    id uuid NOT NULL,
    kind case_kind NOT NULL,

    CONSTRAINT cases_pkey PRIMARY KEY (id)
);

-- Before the row itself, so that whatever is inserted with it finds its case.
CREATE FUNCTION open_case() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO cases (id, kind) VALUES (NEW.id, TG_TABLE_NAME::case_kind) ON CONFLICT (id) DO NOTHING;
  IF NOT EXISTS (SELECT FROM cases AS c WHERE c.id = NEW.id AND c.kind = TG_TABLE_NAME::case_kind) THEN
    RAISE unique_violation USING MESSAGE = 'another kind of case has this id', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER open_case BEFORE INSERT ON repairs FOR EACH ROW EXECUTE FUNCTION open_case();
CREATE TRIGGER open_case BEFORE INSERT ON trade_ins FOR EACH ROW EXECUTE FUNCTION open_case();

CREATE FUNCTION remove_case() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM cases WHERE id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_case AFTER DELETE ON repairs FOR EACH ROW EXECUTE FUNCTION remove_case();
CREATE TRIGGER remove_case AFTER DELETE ON trade_ins FOR EACH ROW EXECUTE FUNCTION remove_case();
