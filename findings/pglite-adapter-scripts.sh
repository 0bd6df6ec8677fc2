#!/usr/bin/env bash
# pglite-prisma-adapter 0.7.2 on PGlite 0.5.16: a script of several statements that fails
#
# Does: `executeScript` resolves before the script has run; its failure is a rejection that nobody handles,
# which ends a Node process.
#
# Seen:
#   { outcome: 'resolved', unhandled: 'division by zero' }
#
# Guess: it rejects with the error of the statement.
#
# Matters: migrations are such scripts.
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

let unhandled = null
process.on('unhandledRejection', (error) => {
  unhandled = error.message
})
const outcome = await adapter.executeScript('SELECT 1; SELECT 1 / 0').then(
  () => 'resolved',
  () => 'rejected',
)
await new Promise((resolve) => setTimeout(resolve, 500))
console.log({ outcome, unhandled })
assert.deepEqual({ outcome, unhandled }, { outcome: 'resolved', unhandled: 'division by zero' }, 'The adapter waits for scripts now')
await db.close()
EOF
node run.mjs
