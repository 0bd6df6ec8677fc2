-- Why a device went back without its repair; null where it did not.
CREATE TYPE unrepaired_reason AS ENUM ('declined', 'not_repairable', 'no_fault_found');
ALTER TABLE repairs ADD COLUMN unrepaired_reason unrepaired_reason;

-- It ends where the repair is worked on again, and where somebody else gets the device: what follows is another repair.
CREATE FUNCTION end_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.unrepaired_reason := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER end_return BEFORE UPDATE OF status, user_id ON repairs FOR EACH ROW
  WHEN (OLD.unrepaired_reason IS NOT NULL AND (OLD.user_id IS DISTINCT FROM NEW.user_id
    OR (OLD.status IN ('completed', 'shipped') AND NEW.status NOT IN ('completed', 'shipped'))))
  EXECUTE FUNCTION end_return();
