#!/usr/bin/env bash
# numeral 2.0.6: large numbers with a blank before their letter
#
# Does: from a thousand trillions on the format `0.0 a` takes three digits away and keeps the letter of
# trillions: 1e15 is 1.0 t, as 1e12 is, and 2.5e15 is 2.5.0 t, with two points. `0.0a`, without the blank,
# says 2500.0t.
#
# Seen:
#   {
#     '1e12': [ '1.0t', '1.0 t' ],
#     '9.5e13': [ '95.0t', '95.0 t' ],
#     '1e15': [ '1000.0t', '1.0 t' ],
#     '2.5e15': [ '2500.0t', '2.5.0 t' ]
#   }
#
# Guess: 2500.0 t: a blank in the format is one in the text, and changes no figure.
#
# Matters: hashes a second of a farm are that many, and it would be shown as one machine.
#
# Handled: Hashrates have a prefix for each thousand, and their digits come from fractions
# (tests/unit/earnings.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts numeral@2.0.6

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const numeral = createRequire(import.meta.url)('numeral')
const seen = Object.fromEntries(
  ['1e12', '9.5e13', '1e15', '2.5e15'].map((text) => [text, ['0.0a', '0.0 a'].map((format) => numeral(Number(text)).format(format))]),
)
console.log(seen)
assert.deepEqual(
  seen,
  {
    '1e12': ['1.0t', '1.0 t'],
    '9.5e13': ['95.0t', '95.0 t'],
    '1e15': ['1000.0t', '1.0 t'],
    '2.5e15': ['2500.0t', '2.5.0 t'],
  },
  'numeral writes large numbers otherwise now',
)
EOF
node run.mjs
