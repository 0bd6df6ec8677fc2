#!/bin/sh
# The shop's role alone may come this way; its password comes from deploy/database.env.
set -eu
umask 077
printf '"shop" "%s"\n' "$(printf %s "$SHOP_PASSWORD" | sed 's/"/""/g')" > /tmp/users.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
