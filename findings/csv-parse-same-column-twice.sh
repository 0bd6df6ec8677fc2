#!/usr/bin/env bash
# csv-parse 7.0.3: two columns of one name
#
# Does: with `columns: true` the last one wins without a word.
#
# Seen:
#   [ { amount: '0.00', name: 'A' } ]
#
# Guess: an error, as for a row with too many cells.
#
# Matters: banks and shops export such files: amount, and amount in the account’s currency.
#
# Handled: Rows are read by place, and an import names the columns that are there twice
# (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'

const seen = parse('amount,name,amount\n12.50,A,0.00\n', { columns: true })
console.log(seen)
assert.deepEqual(seen, [{ amount: '0.00', name: 'A' }], 'csv-parse treats two columns of one name otherwise now')
EOF
node run.mjs
