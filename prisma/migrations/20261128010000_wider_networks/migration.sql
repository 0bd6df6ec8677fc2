-- The /56 and the /48 that a request comes from count for the room of files that wait, as they do for all limits.
ALTER TABLE "case_requests" ADD COLUMN "wider_networks" TEXT[] NOT NULL DEFAULT '{}';
