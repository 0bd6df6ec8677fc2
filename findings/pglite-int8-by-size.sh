#!/usr/bin/env bash
# PGlite 0.5.16: the type of a bigint column
#
# Does: a bigint is a number if it is small, and a BigInt if it is large. pg gives a text for each.
#
# Seen:
#   [ 'number', 'bigint' ]
#
# Guess: one type for one column.
#
# Matters: sums work for years and then raise a TypeError, and JSON refuses a BigInt.
#
# Handled: Prisma’s adapters give both engines one type, and JSON is made by the database
# (tests/api/database-ways.test.ts).
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

const seen = [typeof (await one('SELECT 5::int8')), typeof (await one('SELECT 9007199254740993::int8'))]
await db.close()
console.log(seen)
assert.deepEqual(seen, ['number', 'bigint'], 'PGlite gives int8 otherwise now')
EOF
node run.mjs
