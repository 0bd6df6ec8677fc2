-- Which cookie of a session counts: a new one is given with each proof, and earlier ones are worth nothing then.
ALTER TABLE "sessions" ADD COLUMN "cookie_version" INTEGER NOT NULL DEFAULT 0;
