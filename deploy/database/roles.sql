-- The roles of a new database, for a superuser (deploy/database/roles.sh, docs/decisions/002).

-- Runs the shop and owns its tables.
CREATE ROLE shop LOGIN;
-- Through a pooler the shop cannot say these for each of its sessions.
ALTER ROLE shop SET TimeZone = 'UTC';
ALTER ROLE shop SET jit = off;
ALTER ROLE shop SET random_page_cost = 1.1;
-- Owns the audit log and what keeps it as it is. Nobody signs in as it.
CREATE ROLE shop_audit NOLOGIN;
-- Applies migrations: may change what either of them owns, and owns the database and its schema, because whoever does
-- may drop every table in it.
CREATE ROLE shop_migrations LOGIN IN ROLE shop, shop_audit;

ALTER DATABASE shop OWNER TO shop_migrations;
ALTER SCHEMA public OWNER TO shop_migrations;
GRANT USAGE, CREATE ON SCHEMA public TO shop, shop_audit;
GRANT CREATE ON DATABASE shop TO shop;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
