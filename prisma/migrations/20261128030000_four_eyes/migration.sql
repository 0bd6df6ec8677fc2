-- Who made whom an administrator, and when. No foreign keys: it outlives the accounts, so that a chain does not end where one is deleted.
-- CreateTable
CREATE TABLE "role_changes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "was" "user_role",
    "role" "user_role" NOT NULL,
    "changed_by" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "role_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "role_changes_user_id_at_idx" ON "role_changes"("user_id", "at");

-- CreateIndex
CREATE INDEX "role_changes_told_at_idx" ON "role_changes"("told_at");

-- Written for every change, plain SQL's too, which says nobody's name. An account that comes in with the role has had it since it was
-- made; the first of a shop, which nobody could have made, for ever.
CREATE FUNCTION keep_role_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was user_role;
  changed_by uuid := nullif(current_setting('shop.role_changed_by', true), '')::uuid;
  changed_at timestamptz := coalesce(nullif(current_setting('shop.role_changed_at', true), '')::timestamptz, now());
  told timestamptz;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was := OLD.role;
  ELSIF NOT EXISTS (SELECT FROM profiles WHERE role = 'admin' AND id <> NEW.id) THEN
    changed_at := to_timestamp(0);
    told := now();
  ELSE
    changed_at := least(changed_at, NEW.created_at);
  END IF;
  INSERT INTO role_changes (user_id, was, role, changed_by, at, told_at) VALUES (NEW.user_id, was, NEW.role, changed_by, changed_at, told);
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_role AFTER INSERT ON profiles FOR EACH ROW WHEN (NEW.role = 'admin') EXECUTE FUNCTION keep_role_change();
CREATE TRIGGER keep_role_update AFTER UPDATE OF role ON profiles FOR EACH ROW WHEN (NEW.role IS DISTINCT FROM OLD.role) EXECUTE FUNCTION keep_role_change();

-- What is known of those who are administrators already: the audit log has who made them one; the others came in with the role.
INSERT INTO role_changes (user_id, was, role, changed_by, at, told_at)
SELECT p.user_id, CASE WHEN told.at IS NULL THEN NULL ELSE 'customer'::user_role END, 'admin', told.actor_id, coalesce(told.at, p.created_at), now()
FROM profiles AS p LEFT JOIN LATERAL (
  SELECT a.at, a.actor_id FROM audit_log AS a
  WHERE a.subject_type = 'user' AND a.subject_id = p.user_id::text AND a.action = 'role.changed' AND a.after ->> 'role' = 'admin'
  ORDER BY a.id DESC LIMIT 1
) AS told ON TRUE
WHERE p.role = 'admin';

-- From where it was asked for, why a second administrator is needed, and what whoever refused it has said.
-- AlterTable
ALTER TABLE "credit_requests" ADD COLUMN     "because" TEXT,
ADD COLUMN     "decision_note" TEXT,
ADD COLUMN     "requested_ip" TEXT;

-- The same of offers, and who has sent one: its draft may be somebody else's.
-- AlterTable
ALTER TABLE "trade_in_offers" ADD COLUMN     "because" TEXT,
ADD COLUMN     "refused_at" TIMESTAMPTZ(3),
ADD COLUMN     "refused_by" UUID,
ADD COLUMN     "refused_note" TEXT,
ADD COLUMN     "requested_ip" TEXT,
ADD COLUMN     "sent_by" UUID;

-- The job that tells of what plain SQL has changed.
SELECT shop_queue.create_queue('role-changes', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
