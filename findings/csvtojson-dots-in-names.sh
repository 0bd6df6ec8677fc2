#!/usr/bin/env bash
# csvtojson 2.0.14: a dot in the name of a column
#
# Does: a dot makes an object within the row: the column Amount (incl. VAT) is gone, and there is another,
# Amount (incl, that holds an object. A dot at the end of a name alone does nothing. The option `flatKeys`
# turns it off.
#
# Seen:
#   [
#     {
#       'Ref. No.': '7',
#       'Amount (incl': { ' VAT)': '12.50' },
#       VAT: { rate: '20' }
#     }
#   ]
#
# Guess: a column has the name that the file gives it, and a row is flat.
#
# Matters: banks and suppliers shorten words in their names of columns.
#
# Handled: Rows are read by place, and the name of a column is one text (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csvtojson@2.0.14

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const csv = createRequire(import.meta.url)('csvtojson')
const seen = await csv().fromString('Ref. No.,Amount (incl. VAT),VAT.rate\n7,12.50,20\n')
console.log(seen)
assert.deepEqual(
  seen,
  [{ 'Ref. No.': '7', 'Amount (incl': { ' VAT)': '12.50' }, VAT: { rate: '20' } }],
  'csvtojson reads names of columns otherwise now',
)
EOF
node run.mjs
