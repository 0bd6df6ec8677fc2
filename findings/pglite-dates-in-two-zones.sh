#!/usr/bin/env bash
# PGlite 0.5.16: date and timestamp
#
# Does: a date is midnight UTC, a timestamp without zone is of the machine’s own zone, and the session’s zone
# is UTC: the same midnight is of two days.
#
# Seen:
#   {
#     zone: 'Europe/London',
#     session: 'UTC',
#     date: '2026-07-01T00:00:00.000Z',
#     timestamp: '2026-06-30T23:00:00.000Z'
#   }
#
# Guess: both in one zone: that of the session, or as pg, whose dates and timestamps are both local.
#
# Matters: days of invoices beside times of payments.
#
# Handled: Times are timestamptz in UTC, tested on both engines (tests/api/engine-adapter.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.16

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { PGlite } from '@electric-sql/pglite'

const db = await PGlite.create()
const one = async (sql, values) => Object.values((await db.query(sql, values)).rows[0])[0]

const seen = {
  zone: process.env.TZ,
  session: await one('SHOW timezone'),
  date: (await one("SELECT '2026-07-01'::date")).toISOString(),
  timestamp: (await one("SELECT '2026-07-01 00:00'::timestamp")).toISOString(),
}
await db.close()
console.log(seen)
assert.deepEqual(
  seen,
  { zone: 'Europe/London', session: 'UTC', date: '2026-07-01T00:00:00.000Z', timestamp: '2026-06-30T23:00:00.000Z' },
  'PGlite reads dates otherwise now',
)
EOF
TZ=Europe/London node run.mjs
