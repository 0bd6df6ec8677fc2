#!/usr/bin/env bash
# xlsx 0.18.5, the newest on the registry: cells of CSV files
#
# Does: a version of firmware, 3.1.4, is the first of March 2004, a range of boards, 1-2, is the second of
# January 2001, and of a column of British days those up to the twelfth change month and day while the others
# stay texts.
#
# Seen:
#   {
#     '3.1.4': [ '3/1/04', '3.1.4' ],
#     '1-2': [ '1/2/01', '1-2' ],
#     '01/02/2026': [ '1/2/26', '01/02/2026' ],
#     '13/02/2026': [ '13/02/2026', '13/02/2026' ]
#   }
#
# Guess: what no spreadsheet calls a date stays text, and one column is read in one way.
#
# Matters: readings and lists of parts are full of such cells.
#
# Handled: Cells are texts (tests/api/imports.test.ts), and versions of firmware are read as they stand
# (tests/unit/readings-of-firmware.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const XLSX = createRequire(import.meta.url)('xlsx')
const read = (cell, more) => XLSX.utils.sheet_to_json(XLSX.read(`a\n${cell}\n`, { type: 'string', ...more }).Sheets.Sheet1, { header: 1, raw: false })[1][0]
const seen = Object.fromEntries(['3.1.4', '1-2', '01/02/2026', '13/02/2026'].map((cell) => [cell, [read(cell), read(cell, { raw: true })]]))
console.log(seen)
assert.deepEqual(
  seen,
  {
    '3.1.4': ['3/1/04', '3.1.4'],
    '1-2': ['1/2/01', '1-2'],
    '01/02/2026': ['1/2/26', '01/02/2026'],
    '13/02/2026': ['13/02/2026', '13/02/2026'],
  },
  'xlsx takes other cells for dates now',
)
EOF
node run.mjs
