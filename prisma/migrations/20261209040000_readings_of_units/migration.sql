-- The page of a unit changes with the steps of its refurbishment, and with readings of it that are in no case.
CREATE FUNCTION announce_units_of_steps() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_notify('shop_changes', json_build_object('table', 'units', 'id', found.id, 'owner', found.user_id)::text)
  FROM (
    SELECT DISTINCT u.id, u.user_id FROM changed AS c JOIN refurbishments AS r ON r.id = c.refurbishment_id JOIN units AS u ON u.id = r.unit_id LIMIT 50
  ) AS found;
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_insert AFTER INSERT ON refurbishment_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units_of_steps();
CREATE TRIGGER announce_update AFTER UPDATE ON refurbishment_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units_of_steps();
CREATE TRIGGER announce_unit AFTER INSERT ON case_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();

-- The older columns of a reading's case are empty where it is of a unit in no case.
-- allowed takes-away: the version before writes readings of a case or a request alone, which the new rule allows too
ALTER TABLE case_readings DROP CONSTRAINT one_case;
ALTER TABLE case_readings ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id, request_id, unit_id) = 1) NOT VALID;
