#!/usr/bin/env bash
# pglite-prisma-adapter 0.7.2 on PGlite 0.5.16: the isolation of a transaction
#
# Does: a transaction that is asked for as SERIALIZABLE is READ COMMITTED.
#
# Seen:
#   read committed
#
# Guess: as it is asked for, or an error.
#
# Matters: what leans on the isolation is tested on an engine that has none of it.
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

const transaction = await adapter.startTransaction('SERIALIZABLE')
const seen = await ask(transaction, 'SHOW transaction_isolation')
await transaction.rollback()
console.log(seen)
assert.equal(seen, 'read committed', 'The adapter sets the isolation now')
await db.close()
EOF
node run.mjs
