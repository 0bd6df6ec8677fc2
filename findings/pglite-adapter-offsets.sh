#!/usr/bin/env bash
# pglite-prisma-adapter 0.7.2 on PGlite 0.5.16: timestamptz in another zone of the session
#
# Does: the offset that the database gives is cut off and +00:00 written in its place: the same moment is an
# hour later in a London session, in summer alone.
#
# Seen:
#   {
#     UTC: '2026-07-01T12:00:00+00:00',
#     'Europe/London': '2026-07-01T13:00:00+00:00',
#     'Asia/Kolkata': '2026-07-01T17:30:00+00:00'
#   }
#
# Guess: a moment is the same moment in every session: that is what the type is for.
#
# Matters: times of payments would move with a setting of the database.
#
# Handled: The session’s zone is set to UTC, tested on both engines (tests/api/engine-adapter.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pglite-prisma-adapter@0.7.2 @electric-sql/pglite@0.5.16

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'

const db = await PGlite.create()
const adapter = await new PrismaPGlite(db).connect()
const ask = async (to, sql) => (await to.queryRaw({ sql, args: [], argTypes: [] })).rows[0][0]

const of = async (zone) => {
  await db.exec(`SET TIME ZONE '${zone}'`)
  return ask(adapter, "SELECT '2026-07-01T12:00:00Z'::timestamptz")
}
const seen = { UTC: await of('UTC'), 'Europe/London': await of('Europe/London'), 'Asia/Kolkata': await of('Asia/Kolkata') }
console.log(seen)
assert.deepEqual(
  seen,
  { UTC: '2026-07-01T12:00:00+00:00', 'Europe/London': '2026-07-01T13:00:00+00:00', 'Asia/Kolkata': '2026-07-01T17:30:00+00:00' },
  'The adapter reads offsets now',
)
await db.close()
EOF
node run.mjs
