#!/usr/bin/env bash
# ssf 0.11.2, also within xlsx 0.18.5: number formats of spreadsheets
#
# Does: a pound sign in a number format raises an error, while a euro and a dollar sign stand for themselves.
#
# Seen:
#   {
#     pound: 'error: unrecognized character £ in £#,##0.00',
#     euro: '€5.00',
#     dollar: '$5.00',
#     quoted: '£5.00'
#   }
#
# Guess: £5.00: spreadsheets show the sign without quotation marks.
#
# Matters: formats that programs write have it without quotation marks, and the prices of such a list cannot
# be shown.
#
# Handled: The shop takes CSV files and tells people to save a sheet as one (tests/api/imports.test.ts).
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
const of = (format, value) => {
  try {
    return SSF.format(format, value)
  } catch (error) {
    return `error: ${error.message}`
  }
}
const seen = { pound: of('£#,##0.00', 5), euro: of('€#,##0.00', 5), dollar: of('$#,##0.00', 5), quoted: of('"£"#,##0.00', 5) }
console.log(seen)
assert.deepEqual(
  seen,
  { pound: 'error: unrecognized character £ in £#,##0.00', euro: '€5.00', dollar: '$5.00', quoted: '£5.00' },
  'ssf treats the pound sign otherwise now',
)
EOF
node run.mjs
