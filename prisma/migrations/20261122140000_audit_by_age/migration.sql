-- The hash of a password that the shop made itself: while it is the account's, nobody has chosen another.
ALTER TABLE "users" ADD COLUMN     "initial_password_hash" TEXT;

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log"("at");

-- What happened stays written; entries go by age alone, through the function below, and never younger than 90 days.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('shop.audit_removal', true) = 'on' AND OLD.at < now() - interval '90 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

DROP TRIGGER append_only ON audit_log;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- Removes at most so many entries that are older than so many days, the oldest first, and says how many. It works with the
-- rights of the table's owner: who calls it needs none on the table, and cannot remove what is younger.
CREATE FUNCTION remove_old_audit(older_than_days integer, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  removed integer;
BEGIN
  PERFORM set_config('shop.audit_removal', 'on', true);
  DELETE FROM audit_log WHERE id IN (
    SELECT id FROM audit_log WHERE at < now() - make_interval(days => greatest(older_than_days, 90))
    ORDER BY at LIMIT greatest(most, 0) FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('shop.audit_removal', 'off', true);
  RETURN removed;
END
$$;

-- A caller's own schemas must not stand in for the shop's.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION remove_old_audit(integer, integer) SET search_path = %I, pg_temp', current_schema());
END
$$;
