#!/usr/bin/env bash
# PGlite 0.5.16: upper case of ß
#
# Does: it makes the capital letter ẞ of ß. PostgreSQL on Linux leaves ß, with ICU it makes SS, and so does
# JavaScript.
#
# Seen:
#   [ 'GRÖẞE', true, 'GRÖSSE' ]
#
# Guess: SS, or ß as it is.
#
# Matters: a name or serial number in capitals is not equal to itself on another engine, or in the browser.
#
# Handled: Serial numbers and makers are compared by ASCII alone (tests/api/units.test.ts).
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

const seen = [await one("SELECT upper('Größe')"), await one("SELECT lower(upper('Größe')) = 'größe'"), 'Größe'.toUpperCase()]
await db.close()
console.log(seen)
assert.deepEqual(seen, ['GRÖẞE', true, 'GRÖSSE'], 'PGlite makes another capital of ß now')
EOF
node run.mjs
