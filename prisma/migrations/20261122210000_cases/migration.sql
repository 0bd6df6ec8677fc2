-- Repairs and trade-ins ("cases") are opened and worked on in the back office: their own further columns, and what belongs to them.

-- Numbers: 'REP-10001', 'TRD-10001' and so on, from a sequence that goes on after the highest number there is.
CREATE SEQUENCE repair_number_seq START WITH 10001;
CREATE SEQUENCE trade_in_number_seq START WITH 10001;

-- The number in 'REP-10001'; null for a number of another form, which the sequence does not follow.
CREATE FUNCTION number_after(prefix text, given text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT substring(given FROM '^' || prefix || '-([0-9]{1,12})$')::bigint
$$;

SELECT setval('repair_number_seq', highest) FROM (SELECT max(number_after('REP', repair_number)) AS highest FROM repairs) AS known WHERE highest > 10000;
SELECT setval('trade_in_number_seq', highest) FROM (SELECT max(number_after('TRD', trade_in_number)) AS highest FROM trade_ins) AS known WHERE highest > 10000;

-- The next number that no row has. Rows that came in while triggers were off are skipped.
CREATE FUNCTION next_repair_number() RETURNS text LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'REP-' || nextval('repair_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM repairs WHERE repair_number = candidate);
  END LOOP;
  RETURN candidate;
END
$$;

CREATE FUNCTION next_trade_in_number() RETURNS text LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
DECLARE
  candidate text;
BEGIN
  LOOP
    candidate := 'TRD-' || nextval('trade_in_number_seq');
    EXIT WHEN NOT EXISTS (SELECT FROM trade_ins WHERE trade_in_number = candidate);
  END LOOP;
  RETURN candidate;
END
$$;

-- The last number that a sequence has given.
CREATE FUNCTION last_number(numbers regclass) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  reached bigint;
BEGIN
  EXECUTE format('SELECT last_value - (NOT is_called)::integer FROM %s', numbers) INTO reached;
  RETURN reached;
END
$$;

-- Brings a sequence to a number that a row has been given. A sequence must never go back, whoever draws from it meanwhile:
-- a short way is gone by drawing, and only a long one by setting, by one transaction at a time.
CREATE FUNCTION raise_sequence(numbers regclass, highest bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  short_way CONSTANT bigint := 1000;
  reached bigint := last_number(numbers);
BEGIN
  IF highest - reached > short_way THEN
    PERFORM pg_advisory_xact_lock(hashtext('raise_sequence'), numbers::oid::integer);
    reached := last_number(numbers);
    IF highest - reached > short_way THEN
      PERFORM setval(numbers, highest);
      RETURN;
    END IF;
  END IF;
  WHILE reached < highest LOOP
    reached := nextval(numbers);
  END LOOP;
END
$$;

CREATE FUNCTION follow_repair_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM raise_sequence('repair_number_seq', (SELECT max(number_after('REP', repair_number)) FROM added));
  RETURN NULL;
END
$$;

CREATE FUNCTION follow_trade_in_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM raise_sequence('trade_in_number_seq', (SELECT max(number_after('TRD', trade_in_number)) FROM added));
  RETURN NULL;
END
$$;

CREATE TRIGGER follow_numbers AFTER INSERT ON repairs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_repair_numbers();
CREATE TRIGGER follow_numbers AFTER INSERT ON trade_ins REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_trade_in_numbers();

-- CreateEnum
CREATE TYPE "case_file_kind" AS ENUM ('picture', 'document', 'reading');

-- CreateEnum
CREATE TYPE "reading_phase" AS ENUM ('before', 'after');

-- CreateEnum
CREATE TYPE "repair_line_kind" AS ENUM ('labour', 'part', 'fee');

-- CreateEnum
CREATE TYPE "estimate_state" AS ENUM ('draft', 'sent', 'accepted', 'declined', 'expired');

-- CreateEnum
CREATE TYPE "offer_state" AS ENUM ('draft', 'sent', 'accepted', 'declined', 'disputed', 'expired');

-- CreateEnum
CREATE TYPE "answer_channel" AS ENUM ('telephone', 'online');

-- CreateEnum
CREATE TYPE "deduction_kind" AS ENUM ('fixed', 'percent');

-- CreateEnum
CREATE TYPE "check_result" AS ENUM ('ok', 'fault', 'not_checked');

-- AlterEnum
ALTER TYPE "mail_token_purpose" ADD VALUE 'claim_account';

-- AlterTable
ALTER TABLE "repairs" ADD COLUMN     "accessories" TEXT,
ADD COLUMN     "arrival_condition" TEXT,
ADD COLUMN     "assigned_to" UUID,
ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "completed_at" TIMESTAMPTZ(3),
ADD COLUMN     "due_on" DATE,
ADD COLUMN     "service" TEXT,
ADD COLUMN     "tracking_number" TEXT,
ADD COLUMN     "warranty_of" UUID,
ALTER COLUMN "repair_number" SET DEFAULT next_repair_number();

-- AlterTable
ALTER TABLE "trade_ins" ADD COLUMN     "accessories" TEXT,
ADD COLUMN     "arrival_condition" TEXT,
ADD COLUMN     "assigned_to" UUID,
ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "completed_at" TIMESTAMPTZ(3),
ADD COLUMN     "due_on" DATE,
ADD COLUMN     "found_grade" TEXT,
ADD COLUMN     "grade" TEXT,
ADD COLUMN     "machine_id" UUID,
ADD COLUMN     "machine_snapshot" JSONB,
ADD COLUMN     "machine_version" INTEGER,
ADD COLUMN     "tracking_number" TEXT,
ALTER COLUMN "trade_in_number" SET DEFAULT next_trade_in_number();

-- CreateTable
CREATE TABLE "case_notes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID,
    "trade_in_id" UUID,
    "author_id" UUID,
    "author_email" TEXT,
    "body" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "case_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_emails" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID,
    "trade_in_id" UUID,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "author_id" UUID,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "case_emails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_files" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID,
    "trade_in_id" UUID,
    "kind" "case_file_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "storage_key" TEXT NOT NULL,
    "thumbnail_key" TEXT,
    "sha256" TEXT NOT NULL,
    "check_item" TEXT,
    "uploaded_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "case_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_readings" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID,
    "trade_in_id" UUID,
    "file_id" UUID,
    "phase" "reading_phase" NOT NULL DEFAULT 'before',
    "data" JSONB NOT NULL DEFAULT '{}',
    "raw" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "case_readings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repair_presets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "service" TEXT,
    "kind" "repair_line_kind" NOT NULL DEFAULT 'labour',
    "label" TEXT NOT NULL,
    "quantity" DECIMAL(10,2) NOT NULL DEFAULT 1,
    "price" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "repair_presets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repair_estimates" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "estimate_state" NOT NULL DEFAULT 'draft',
    "total" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "answered_by_user" UUID,
    "answer_via" "answer_channel",
    "answer_note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "repair_estimates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repair_lines" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID NOT NULL,
    "estimate_id" UUID,
    "position" INTEGER NOT NULL DEFAULT 0,
    "kind" "repair_line_kind" NOT NULL DEFAULT 'labour',
    "label" TEXT NOT NULL,
    "quantity" DECIMAL(10,2) NOT NULL DEFAULT 1,
    "price" DECIMAL(12,2) NOT NULL DEFAULT 0,

    CONSTRAINT "repair_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deduction_reasons" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "label" TEXT NOT NULL,
    "explanation" TEXT NOT NULL DEFAULT '',
    "kind" "deduction_kind" NOT NULL DEFAULT 'fixed',
    "amount" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "deduction_reasons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade_in_checks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "trade_in_id" UUID NOT NULL,
    "item" TEXT NOT NULL,
    "result" "check_result" NOT NULL DEFAULT 'not_checked',
    "note" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trade_in_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade_in_deductions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "trade_in_id" UUID NOT NULL,
    "reason_id" UUID,
    "label" TEXT NOT NULL,
    "explanation" TEXT NOT NULL DEFAULT '',
    "kind" "deduction_kind" NOT NULL DEFAULT 'fixed',
    "amount" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "trade_in_deductions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade_in_offers" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "trade_in_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "offer_state" NOT NULL DEFAULT 'draft',
    "grade" TEXT,
    "base_value" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "deductions" JSONB NOT NULL DEFAULT '[]',
    "checks" JSONB NOT NULL DEFAULT '[]',
    "final_value" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "override_reason" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "answered_by_user" UUID,
    "answer_via" "answer_channel",
    "answer_note" TEXT,
    "approved_by" UUID,
    "approved_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "trade_in_offers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_email_rules" (
    "noun" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "case_email_rules_pkey" PRIMARY KEY ("noun","status")
);

-- CreateIndex
CREATE INDEX "case_notes_repair_id_created_at_id_idx" ON "case_notes"("repair_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_notes_trade_in_id_created_at_id_idx" ON "case_notes"("trade_in_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_notes_author_id_idx" ON "case_notes"("author_id");

-- CreateIndex
CREATE INDEX "case_emails_repair_id_created_at_id_idx" ON "case_emails"("repair_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_emails_trade_in_id_created_at_id_idx" ON "case_emails"("trade_in_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_emails_author_id_idx" ON "case_emails"("author_id");

-- CreateIndex
CREATE INDEX "case_files_repair_id_created_at_id_idx" ON "case_files"("repair_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_files_trade_in_id_created_at_id_idx" ON "case_files"("trade_in_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_files_uploaded_by_idx" ON "case_files"("uploaded_by");

-- CreateIndex
CREATE INDEX "case_files_removed_at_idx" ON "case_files"("removed_at");

-- CreateIndex
CREATE INDEX "case_readings_repair_id_created_at_id_idx" ON "case_readings"("repair_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_readings_trade_in_id_created_at_id_idx" ON "case_readings"("trade_in_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "case_readings_file_id_idx" ON "case_readings"("file_id");

-- CreateIndex
CREATE INDEX "case_readings_created_by_idx" ON "case_readings"("created_by");

-- CreateIndex
CREATE INDEX "repair_presets_position_id_idx" ON "repair_presets"("position", "id");

-- CreateIndex
CREATE INDEX "repair_estimates_answered_by_user_idx" ON "repair_estimates"("answered_by_user");

-- CreateIndex
CREATE INDEX "repair_estimates_created_by_idx" ON "repair_estimates"("created_by");

-- CreateIndex
CREATE INDEX "repair_estimates_state_expires_at_idx" ON "repair_estimates"("state", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "repair_estimates_repair_id_number_key" ON "repair_estimates"("repair_id", "number");

-- CreateIndex
CREATE INDEX "repair_lines_repair_id_position_idx" ON "repair_lines"("repair_id", "position");

-- CreateIndex
CREATE INDEX "repair_lines_estimate_id_idx" ON "repair_lines"("estimate_id");

-- CreateIndex
CREATE INDEX "deduction_reasons_position_id_idx" ON "deduction_reasons"("position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "trade_in_checks_trade_in_id_item_key" ON "trade_in_checks"("trade_in_id", "item");

-- CreateIndex
CREATE INDEX "trade_in_deductions_trade_in_id_position_idx" ON "trade_in_deductions"("trade_in_id", "position");

-- CreateIndex
CREATE INDEX "trade_in_deductions_reason_id_idx" ON "trade_in_deductions"("reason_id");

-- CreateIndex
CREATE INDEX "trade_in_offers_answered_by_user_idx" ON "trade_in_offers"("answered_by_user");

-- CreateIndex
CREATE INDEX "trade_in_offers_approved_by_idx" ON "trade_in_offers"("approved_by");

-- CreateIndex
CREATE INDEX "trade_in_offers_created_by_idx" ON "trade_in_offers"("created_by");

-- CreateIndex
CREATE INDEX "trade_in_offers_state_expires_at_idx" ON "trade_in_offers"("state", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "trade_in_offers_trade_in_id_number_key" ON "trade_in_offers"("trade_in_id", "number");

-- CreateIndex
CREATE INDEX "repairs_assigned_to_idx" ON "repairs"("assigned_to");

-- CreateIndex
CREATE INDEX "repairs_due_on_idx" ON "repairs"("due_on");

-- CreateIndex
CREATE INDEX "repairs_warranty_of_idx" ON "repairs"("warranty_of");

-- CreateIndex
CREATE INDEX "repairs_completed_at_idx" ON "repairs"("completed_at");

-- CreateIndex
CREATE INDEX "trade_ins_assigned_to_idx" ON "trade_ins"("assigned_to");

-- CreateIndex
CREATE INDEX "trade_ins_due_on_idx" ON "trade_ins"("due_on");

-- CreateIndex
CREATE INDEX "trade_ins_machine_id_idx" ON "trade_ins"("machine_id");

-- CreateIndex
CREATE INDEX "trade_ins_completed_at_idx" ON "trade_ins"("completed_at");

-- AddForeignKey
ALTER TABLE "repairs" ADD CONSTRAINT "repairs_assigned_to_fkey" FOREIGN KEY ("assigned_to") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repairs" ADD CONSTRAINT "repairs_warranty_of_fkey" FOREIGN KEY ("warranty_of") REFERENCES "repairs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_assigned_to_fkey" FOREIGN KEY ("assigned_to") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_machine_id_fkey" FOREIGN KEY ("machine_id") REFERENCES "trade_in_machines"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_emails" ADD CONSTRAINT "case_emails_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_emails" ADD CONSTRAINT "case_emails_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_emails" ADD CONSTRAINT "case_emails_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_uploaded_by_fkey" FOREIGN KEY ("uploaded_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "case_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repair_estimates" ADD CONSTRAINT "repair_estimates_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repair_estimates" ADD CONSTRAINT "repair_estimates_answered_by_user_fkey" FOREIGN KEY ("answered_by_user") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repair_estimates" ADD CONSTRAINT "repair_estimates_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repair_lines" ADD CONSTRAINT "repair_lines_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repair_lines" ADD CONSTRAINT "repair_lines_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "repair_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_in_checks" ADD CONSTRAINT "trade_in_checks_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_in_deductions" ADD CONSTRAINT "trade_in_deductions_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_in_deductions" ADD CONSTRAINT "trade_in_deductions_reason_id_fkey" FOREIGN KEY ("reason_id") REFERENCES "deduction_reasons"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_in_offers" ADD CONSTRAINT "trade_in_offers_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_in_offers" ADD CONSTRAINT "trade_in_offers_answered_by_user_fkey" FOREIGN KEY ("answered_by_user") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_in_offers" ADD CONSTRAINT "trade_in_offers_approved_by_fkey" FOREIGN KEY ("approved_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_in_offers" ADD CONSTRAINT "trade_in_offers_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A restore puts rows in by parts, a claim perhaps before the repair that it is about.
ALTER TABLE repairs ALTER CONSTRAINT repairs_warranty_of_fkey DEFERRABLE INITIALLY IMMEDIATE;

-- What belongs to a case belongs to exactly one.
ALTER TABLE case_notes ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id) = 1);
ALTER TABLE case_emails ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id) = 1);
ALTER TABLE case_files ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id) = 1);
ALTER TABLE case_readings ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id) = 1);

-- A device is known by its serial number, in whatever case it was typed; an index takes no text of any length.
CREATE INDEX repairs_serial_number_idx ON repairs (upper(left(device_info ->> 'serialNumber', 100)));
CREATE INDEX trade_ins_serial_number_idx ON trade_ins (upper(left(device_info ->> 'serialNumber', 100)));

-- Customers are found by a part of their phone number, however it was written.
CREATE INDEX profiles_phone_digits_idx ON profiles USING gin (regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops);

-- When a case was completed, whoever sets its status. A repair that is shipped stays completed; one that is worked on again is not.
CREATE FUNCTION mark_completion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status::text NOT IN ('completed', 'shipped') THEN
    NEW.completed_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.status::text NOT IN ('completed', 'shipped') THEN
    NEW.completed_at := coalesce(NEW.completed_at, now());
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER mark_completion BEFORE INSERT OR UPDATE OF status ON repairs FOR EACH ROW EXECUTE FUNCTION mark_completion();
CREATE TRIGGER mark_completion BEFORE INSERT OR UPDATE OF status ON trade_ins FOR EACH ROW EXECUTE FUNCTION mark_completion();

-- Of the cases that are there already the last change is the nearest that is known.
ALTER TABLE repairs DISABLE TRIGGER USER;
UPDATE repairs SET completed_at = updated_at WHERE status IN ('completed', 'shipped');
ALTER TABLE repairs ENABLE TRIGGER USER;
ALTER TABLE trade_ins DISABLE TRIGGER USER;
UPDATE trade_ins SET completed_at = updated_at WHERE status = 'completed';
ALTER TABLE trade_ins ENABLE TRIGGER USER;

-- The change feed: what belongs to a case is announced as a change of the case, since that is what screens show.
-- One message for each id, or one for the table where there are many.
CREATE FUNCTION announce_ids(named text, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 50;
BEGIN
  IF cardinality(ids) > many THEN
    PERFORM pg_notify('shop_changes', json_build_object('table', named, 'id', NULL)::text);
  ELSE
    PERFORM pg_notify('shop_changes', json_build_object('table', named, 'id', id)::text) FROM unnest(ids) AS id;
  END IF;
END
$$;

CREATE FUNCTION announce_cases() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('repairs', (SELECT array_agg(DISTINCT repair_id) FROM changed WHERE repair_id IS NOT NULL));
  PERFORM announce_ids('trade_ins', (SELECT array_agg(DISTINCT trade_in_id) FROM changed WHERE trade_in_id IS NOT NULL));
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_repairs() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('repairs', (SELECT array_agg(DISTINCT repair_id) FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_trade_ins() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM announce_ids('trade_ins', (SELECT array_agg(DISTINCT trade_in_id) FROM changed));
  RETURN NULL;
END
$$;

DO $$
DECLARE
  of_case record;
  edited text;
BEGIN
  FOR of_case IN
    SELECT * FROM (VALUES
      ('case_notes', 'announce_cases()'), ('case_emails', 'announce_cases()'), ('case_files', 'announce_cases()'), ('case_readings', 'announce_cases()'),
      ('repair_lines', 'announce_repairs()'), ('repair_estimates', 'announce_repairs()'),
      ('trade_in_checks', 'announce_trade_ins()'), ('trade_in_deductions', 'announce_trade_ins()'), ('trade_in_offers', 'announce_trade_ins()'),
      ('repair_presets', $f$announce_rows('id')$f$), ('deduction_reasons', $f$announce_rows('id')$f$), ('case_email_rules', $f$announce_rows('status')$f$)
    ) AS tables (name, announce)
  LOOP
    EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %s', of_case.name, of_case.announce);
    EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %s', of_case.name, of_case.announce);
    EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %s', of_case.name, of_case.announce);
  END LOOP;
  FOREACH edited IN ARRAY ARRAY['repair_presets', 'deduction_reasons', 'case_email_rules', 'repair_estimates', 'trade_in_offers'] LOOP
    EXECUTE format('CREATE TRIGGER mark_change BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION mark_change()', edited);
    EXECUTE format('CREATE TRIGGER begin_version BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version()', edited);
  END LOOP;
END
$$;

CREATE TRIGGER mark_update_time BEFORE UPDATE ON trade_in_checks FOR EACH ROW EXECUTE FUNCTION mark_update_time();

-- What a shop begins with; administrators change it. The ids are fixed, so that a restore knows rows that nobody has made (docs/decisions/022).
-- Prices are those of the repair page (spec §9).
INSERT INTO repair_presets (id, service, kind, label, price, position) VALUES
  ('00000000-0000-4000-8000-000000000101', 'hashboard', 'labour', 'Hashboard repair', 150, 1),
  ('00000000-0000-4000-8000-000000000102', 'control_board', 'labour', 'Control board repair', 100, 2),
  ('00000000-0000-4000-8000-000000000103', 'power_supply', 'labour', 'Power supply repair', 80, 3);

INSERT INTO deduction_reasons (id, label, explanation, kind, amount, position) VALUES
  ('00000000-0000-4000-8000-000000000201', 'Missing power supply', 'The machine came without the power supply that belongs to it, so that we have to buy one.', 'fixed', 120, 1),
  ('00000000-0000-4000-8000-000000000202', 'Dead hashboard', 'One of the hashboards does not start; the machine reaches only a part of its hash rate.', 'percent', 30, 2),
  ('00000000-0000-4000-8000-000000000203', 'Missing chips', 'Chips of a hashboard do not answer or were removed, which lowers its hash rate for good.', 'percent', 10, 3),
  ('00000000-0000-4000-8000-000000000204', 'Corrosion', 'Boards or connectors are corroded by damp or salt, which shortens the life of the machine.', 'percent', 15, 4),
  ('00000000-0000-4000-8000-000000000205', 'Fan replacement', 'A fan is missing, blocked or worn and has to be replaced.', 'fixed', 25, 5),
  ('00000000-0000-4000-8000-000000000206', 'Control board fault', 'The control board does not start or does not reach the network, and has to be repaired.', 'fixed', 100, 6),
  ('00000000-0000-4000-8000-000000000207', 'Firmware locked', 'The firmware is locked to another operator or asks for a password that did not come with the machine.', 'percent', 10, 7),
  ('00000000-0000-4000-8000-000000000208', 'Damaged case', 'The case is bent or parts of it are missing.', 'fixed', 20, 8);

-- A customer hears of what they wait for, and not of each step between.
INSERT INTO case_email_rules (noun, status, is_enabled) VALUES
  ('repairs', 'received', true),
  ('repairs', 'diagnosing', false),
  ('repairs', 'repairing', false),
  ('repairs', 'testing', false),
  ('repairs', 'completed', true),
  ('repairs', 'shipped', true),
  ('tradeIns', 'submitted', true),
  ('tradeIns', 'evaluated', false),
  ('tradeIns', 'approved', true),
  ('tradeIns', 'rejected', true),
  ('tradeIns', 'completed', true);
