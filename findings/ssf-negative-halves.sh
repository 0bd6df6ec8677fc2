#!/usr/bin/env bash
# ssf 0.11.2, also within xlsx 0.18.5: rounding of number formats
#
# Does: halves below zero are rounded towards zero with the formats 0 and 0.00, and away from it with
# #,##0.00.
#
# Seen:
#   {
#     '2.5 as 0': '3',
#     '-2.5 as 0': '-2',
#     '0.125 as 0.00': '0.13',
#     '-0.125 as 0.00': '-0.12',
#     '-0.125 as #,##0.00': '-0.13'
#   }
#
# Guess: as spreadsheets do: away from zero, whatever the format.
#
# Matters: a column of credit notes adds up differently by its format.
#
# Handled: Amounts are rounded once, in cents, before they are written (tests/api/credit-notes.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ssf@0.11.2

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const SSF = createRequire(import.meta.url)('ssf')
const seen = Object.fromEntries(
  [['0', 2.5], ['0', -2.5], ['0.00', 0.125], ['0.00', -0.125], ['#,##0.00', -0.125]].map(([format, value]) => [`${value} as ${format}`, SSF.format(format, value)]),
)
console.log(seen)
assert.deepEqual(
  seen,
  { '2.5 as 0': '3', '-2.5 as 0': '-2', '0.125 as 0.00': '0.13', '-0.125 as 0.00': '-0.12', '-0.125 as #,##0.00': '-0.13' },
  'ssf rounds otherwise now',
)
EOF
node run.mjs
