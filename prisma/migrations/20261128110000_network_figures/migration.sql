-- What machines earn: the figures of networks, by coin, and what an estimate takes for granted. Hashrates are H/s, prices EUR, shares per cent.
CREATE TABLE "network_coins" (
    "coin" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "network_hashrate" DECIMAL(40,8),
    "difficulty" DECIMAL(40,8),
    "block_reward" DECIMAL(28,12) NOT NULL,
    "block_seconds" DECIMAL(12,4) NOT NULL,
    "price" DECIMAL(28,12) NOT NULL,
    "merged_with" TEXT,
    "halves_on" DATE,
    "source" TEXT NOT NULL,
    "is_typed" BOOLEAN NOT NULL DEFAULT true,
    "figures_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "network_coins_pkey" PRIMARY KEY ("coin"),
    CONSTRAINT "network_coins_merged_with_fkey" FOREIGN KEY ("merged_with") REFERENCES "network_coins"("coin") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "network_coins_coin" CHECK ("coin" ~ '^[A-Z0-9]{2,10}$'),
    CONSTRAINT "network_coins_merged" CHECK ("merged_with" <> "coin"),
    CONSTRAINT "network_coins_work" CHECK (("network_hashrate" IS NULL) <> ("difficulty" IS NULL) AND coalesce("network_hashrate", "difficulty") > 0 AND coalesce("network_hashrate", "difficulty") < 'NaN'),
    CONSTRAINT "network_coins_figures" CHECK ("block_reward" > 0 AND "block_seconds" > 0 AND "price" > 0 AND greatest("block_reward", "block_seconds", "price") < 'NaN'),
    CONSTRAINT "network_coins_times" CHECK ("figures_at" >= '2009-01-03Z' AND "figures_at" < '3000-01-01Z' AND "halves_on" >= '2009-01-03' AND "halves_on" < '3000-01-01')
);
CREATE INDEX "network_coins_merged_with_idx" ON "network_coins"("merged_with");

CREATE TRIGGER announce_insert AFTER INSERT ON network_coins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('coin');
CREATE TRIGGER announce_update AFTER UPDATE ON network_coins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('coin');
CREATE TRIGGER announce_delete AFTER DELETE ON network_coins REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('coin');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON network_coins FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER begin_version BEFORE INSERT ON network_coins FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON network_coins FOR EACH ROW EXECUTE FUNCTION mark_change();

-- One row at most; without it the defaults of the software count.
CREATE TABLE "network_assumptions" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "growth_low" DECIMAL(5,2) NOT NULL,
    "growth_high" DECIMAL(5,2) NOT NULL,
    "pool_fee" DECIMAL(5,2) NOT NULL,
    "uptime" DECIMAL(5,2) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "network_assumptions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "network_assumptions_one" CHECK ("id" = 1),
    CONSTRAINT "network_assumptions_growth" CHECK ("growth_low" >= -50 AND "growth_high" <= 100 AND "growth_low" <= "growth_high"),
    CONSTRAINT "network_assumptions_shares" CHECK ("pool_fee" >= 0 AND "pool_fee" < 100 AND "uptime" > 0 AND "uptime" <= 100)
);

CREATE TRIGGER announce_insert AFTER INSERT ON network_assumptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON network_assumptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_delete AFTER DELETE ON network_assumptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_truncate AFTER TRUNCATE ON network_assumptions FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
CREATE TRIGGER begin_version BEFORE INSERT ON network_assumptions FOR EACH ROW WHEN (NEW.version < 1) EXECUTE FUNCTION begin_version();
CREATE TRIGGER mark_change BEFORE UPDATE ON network_assumptions FOR EACH ROW EXECUTE FUNCTION mark_change();

-- How the last question to NETWORK_API_URL ended, so that no process asks again too soon. Of the address only a hash is kept: it may hold a key.
CREATE TABLE "network_feeds" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "address_hash" TEXT NOT NULL,
    "etag" TEXT,
    "tried_at" TIMESTAMPTZ(3) NOT NULL,
    "fetched_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "network_feeds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "network_feeds_one" CHECK ("id" = 1)
);

CREATE TRIGGER announce_insert AFTER INSERT ON network_feeds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');
CREATE TRIGGER announce_update AFTER UPDATE ON network_feeds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_rows('id');

SELECT shop_queue.create_queue('network-figures', json_build_object('policy', 'stately', 'retryDelay', 0, 'retryBackoff', false, 'expireInSeconds', 300));
