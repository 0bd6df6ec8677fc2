-- How much of a wider network waits is summed for each file that comes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "case_requests_wider_networks_idx" ON "case_requests" USING GIN ("wider_networks");
