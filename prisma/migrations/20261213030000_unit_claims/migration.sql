-- A machine that stands in somebody's account goes to whoever asks for it once its owner, or staff, have agreed (docs/decisions/107).
CREATE TYPE "unit_claim_state" AS ENUM ('waiting', 'agreed', 'refused', 'withdrawn', 'ended');

ALTER TABLE "passports" ADD COLUMN     "released_at" TIMESTAMPTZ(3);

CREATE TABLE "unit_claims" (
    "id" UUID NOT NULL DEFAULT uuid_by_time(),
    "unit_id" UUID NOT NULL,
    "claimant_id" UUID NOT NULL,
    "owner_id" UUID,
    "state" "unit_claim_state" NOT NULL DEFAULT 'waiting',
    "token_hash" TEXT,
    "link_until" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" UUID,
    "note" TEXT,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "unit_claims_decided_check" CHECK ((state = 'waiting') = (decided_at IS NULL)),
    CONSTRAINT "unit_claims_link_check" CHECK (token_hash IS NULL OR (state = 'waiting' AND owner_id IS NOT NULL AND link_until IS NOT NULL AND asked_at IS NOT NULL)),
    CONSTRAINT "unit_claims_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "unit_claims_token_hash_key" ON "unit_claims"("token_hash");

CREATE INDEX "unit_claims_unit_id_created_at_idx" ON "unit_claims"("unit_id", "created_at");

CREATE INDEX "unit_claims_claimant_id_created_at_idx" ON "unit_claims"("claimant_id", "created_at");

CREATE INDEX "unit_claims_owner_id_idx" ON "unit_claims"("owner_id");

CREATE INDEX "unit_claims_decided_by_idx" ON "unit_claims"("decided_by");

CREATE INDEX "unit_claims_state_created_at_idx" ON "unit_claims"("state", "created_at");

ALTER TABLE "unit_claims" ADD CONSTRAINT "unit_claims_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "unit_claims" ADD CONSTRAINT "unit_claims_claimant_id_fkey" FOREIGN KEY ("claimant_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "unit_claims" ADD CONSTRAINT "unit_claims_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "unit_claims" ADD CONSTRAINT "unit_claims_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- Of one person for one machine one request waits at a time.
CREATE UNIQUE INDEX unit_claims_waiting_key ON unit_claims (unit_id, claimant_id) WHERE state = 'waiting';

-- The claimant is told of an end within a minute, whatever has ended it.
CREATE INDEX unit_claims_untold_idx ON unit_claims (decided_at) WHERE state IN ('agreed', 'refused', 'ended') AND told_at IS NULL;

-- A machine that changes hands in another way, that is scrapped or turns out to be another record, ends what was asked of its owner. If the
-- owner is gone without another one, staff decide.
CREATE FUNCTION end_unit_claims() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.owner = 'customer' AND NEW.user_id IS NULL AND NEW.merged_into IS NOT DISTINCT FROM OLD.merged_into AND NEW.state <> 'scrapped' THEN
    UPDATE unit_claims SET owner_id = NULL, token_hash = NULL WHERE unit_id = NEW.id AND state = 'waiting';
  ELSE
    UPDATE unit_claims SET state = 'ended', decided_at = now(), token_hash = NULL WHERE unit_id = NEW.id AND state = 'waiting';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_claims AFTER UPDATE ON units FOR EACH ROW
  WHEN (OLD.owner IS DISTINCT FROM NEW.owner OR OLD.user_id IS DISTINCT FROM NEW.user_id OR OLD.merged_into IS DISTINCT FROM NEW.merged_into
    OR (OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'scrapped'))
  EXECUTE FUNCTION end_unit_claims();

-- A link goes with its owner: the foreign key alone would leave one that nobody can have.
CREATE FUNCTION drop_claim_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.token_hash := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER drop_link BEFORE UPDATE OF owner_id ON unit_claims FOR EACH ROW WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION drop_claim_link();

CREATE TRIGGER announce_insert AFTER INSERT ON unit_claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();
CREATE TRIGGER announce_update AFTER UPDATE ON unit_claims REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_units();

SELECT shop_queue.create_queue('machine-claims', '{"policy": "stately", "retryDelay": 0, "retryBackoff": false, "expireInSeconds": 300}');
