-- Counters as rate-limiter-flexible keeps them in PostgreSQL: one statement for each try. The version before goes on with its own.
CREATE TABLE limit_counters (
    key text NOT NULL,
    points integer NOT NULL DEFAULT 0,
    expire bigint,

    CONSTRAINT limit_counters_pkey PRIMARY KEY (key)
);
CREATE INDEX limit_counters_expire_idx ON limit_counters (expire);
