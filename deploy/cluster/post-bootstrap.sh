#!/bin/sh
# Runs once, on the first server of a new cluster. Its argument leads to the database postgres.
set -eu
psql -v ON_ERROR_STOP=1 "$1" -c 'CREATE DATABASE shop'
psql -v ON_ERROR_STOP=1 "$1 dbname=shop" -f /roles/roles.sql
psql -v ON_ERROR_STOP=1 "$1 dbname=shop" -v shop="$SHOP_PASSWORD" -v migrations="$MIGRATIONS_PASSWORD" <<'SQL'
ALTER ROLE shop PASSWORD :'shop';
ALTER ROLE shop_migrations PASSWORD :'migrations';
SQL
