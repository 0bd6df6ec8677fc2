-- Staff are emailed of requests for machines that only they can decide, each once.
ALTER TABLE "unit_claims" ADD COLUMN     "staff_told_at" TIMESTAMPTZ(3);

-- allowed require-concurrent-index-creation: claims are few, a person writes one now and then
CREATE INDEX unit_claims_staff_idx ON unit_claims (created_at) WHERE state = 'waiting' AND staff_told_at IS NULL;
-- allowed require-concurrent-index-creation: claims are few, a person writes one now and then
CREATE INDEX unit_claims_staff_told_idx ON unit_claims (staff_told_at) WHERE staff_told_at IS NOT NULL;
