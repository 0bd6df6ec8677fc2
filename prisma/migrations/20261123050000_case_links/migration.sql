-- The secret addresses under which customers follow their cases.
-- CreateTable
CREATE TABLE "case_links" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_id" UUID,
    "trade_in_id" UUID,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "case_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "case_links_token_hash_key" ON "case_links"("token_hash");

-- CreateIndex
CREATE INDEX "case_links_repair_id_idx" ON "case_links"("repair_id");

-- CreateIndex
CREATE INDEX "case_links_trade_in_id_idx" ON "case_links"("trade_in_id");

-- AddForeignKey
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_repair_id_fkey" FOREIGN KEY ("repair_id") REFERENCES "repairs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE case_links ADD CONSTRAINT one_case CHECK (num_nonnulls(repair_id, trade_in_id) = 1);

-- A link ends 90 days after its case is done, whoever sets the status, and begins again with a case that is worked on again.
-- Of a rejected trade-in nothing tells since when: the last change is the nearest that is known.
CREATE FUNCTION link_end(status text, completed_at timestamptz, updated_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN status IN ('completed', 'shipped') THEN coalesce(completed_at, updated_at) + interval '90 days'
    WHEN status = 'rejected' THEN updated_at + interval '90 days'
  END
$$;

CREATE FUNCTION end_repair_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE case_links SET expires_at = link_end(NEW.status::text, NEW.completed_at, NEW.updated_at) WHERE repair_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE FUNCTION end_trade_in_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE case_links SET expires_at = link_end(NEW.status::text, NEW.completed_at, NEW.updated_at) WHERE trade_in_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER end_links AFTER UPDATE OF status ON repairs FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION end_repair_links();
CREATE TRIGGER end_links AFTER UPDATE OF status ON trade_ins FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION end_trade_in_links();

CREATE FUNCTION begin_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.expires_at := coalesce(
    (SELECT link_end(r.status::text, r.completed_at, r.updated_at) FROM repairs AS r WHERE r.id = NEW.repair_id),
    (SELECT link_end(t.status::text, t.completed_at, t.updated_at) FROM trade_ins AS t WHERE t.id = NEW.trade_in_id)
  );
  RETURN NEW;
END
$$;

CREATE TRIGGER begin_link BEFORE INSERT ON case_links FOR EACH ROW WHEN (NEW.expires_at IS NULL) EXECUTE FUNCTION begin_link();

CREATE TRIGGER announce_insert AFTER INSERT ON case_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_update AFTER UPDATE ON case_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
CREATE TRIGGER announce_delete AFTER DELETE ON case_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_cases();
