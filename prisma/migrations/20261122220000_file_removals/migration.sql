-- Files of the file store that go: each from before it is stored until its row is there, and again when its row is gone. Whenever
-- the process ends, what nobody has a row of is found here (docs/decisions/046).
-- CreateTable
CREATE TABLE "file_removals" (
    "key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "claimed_at" TIMESTAMPTZ(3),

    CONSTRAINT "file_removals_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "file_removals_due_at_idx" ON "file_removals"("due_at");

-- A row that goes, by whichever way (its case's among them), takes its files with it. What is no key of the store is no file.
CREATE FUNCTION remove_case_files() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO file_removals (key)
  SELECT key FROM (SELECT storage_key AS key FROM gone UNION SELECT thumbnail_key FROM gone) AS keys
  WHERE length(key) = 101 AND key ~ '^[0-9a-f-]{36}/[0-9a-f]{64}$'
  ON CONFLICT (key) DO UPDATE SET due_at = now();
  RETURN NULL;
END
$$;

CREATE TRIGGER remove_files AFTER DELETE ON case_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_case_files();
