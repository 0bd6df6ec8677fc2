#!/bin/sh
# Runs once, when the database's volume is new (docker-entrypoint-initdb.d).
set -eu
psql -v ON_ERROR_STOP=1 --dbname shop -f /roles/roles.sql
psql -v ON_ERROR_STOP=1 --dbname shop -v shop="$SHOP_PASSWORD" -v migrations="$MIGRATIONS_PASSWORD" <<'SQL'
ALTER ROLE shop PASSWORD :'shop';
ALTER ROLE shop_migrations PASSWORD :'migrations';
SQL
