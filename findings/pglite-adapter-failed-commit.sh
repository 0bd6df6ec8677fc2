#!/usr/bin/env bash
# pglite-prisma-adapter 0.7.2 on PGlite 0.5.16: a COMMIT that fails
#
# Does: a constraint that is checked at the end refuses the COMMIT, nothing is written, and `commit()`
# resolves.
#
# Seen:
#   { outcome: 'resolved', rows: 1 }
#
# Guess: it rejects: this is the one answer that says that all is stored.
#
# Matters: an order would be confirmed that does not exist.
#
# Handled: A patched adapter of the shop does (tests/api/engine-adapter.test.ts).
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

await db.exec('CREATE TABLE numbers (n int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO numbers VALUES (1)')
const transaction = await adapter.startTransaction()
await transaction.executeRaw({ sql: 'INSERT INTO numbers VALUES (1)', args: [], argTypes: [] })
const outcome = await transaction.commit().then(
  () => 'resolved',
  () => 'rejected',
)
const seen = { outcome, rows: Number(await ask(adapter, 'SELECT count(*) FROM numbers')) }
console.log(seen)
assert.deepEqual(seen, { outcome: 'resolved', rows: 1 }, 'The adapter reports a failed COMMIT now')
await db.close()
EOF
node run.mjs
