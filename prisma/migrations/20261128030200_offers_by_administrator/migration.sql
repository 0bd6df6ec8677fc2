-- For what an administrator has offered within a time.
CREATE INDEX CONCURRENTLY "trade_in_offers_sent_by_sent_at_idx" ON "trade_in_offers"("sent_by", "sent_at");
