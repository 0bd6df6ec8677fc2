#!/bin/sh
# Patroni takes passwords from its environment; deploy/database.env has them under names of its own.
set -eu
export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD="$POSTGRES_PASSWORD"
export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD="$REPLICATION_PASSWORD"
exec patroni /etc/patroni.yml
