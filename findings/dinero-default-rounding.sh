#!/usr/bin/env bash
# dinero.js 2.0.2: amounts of money
#
# Does: `transformScale` without a rounding function rounds down, towards minus infinity: 1.009 becomes 1.00,
# and -1.001 becomes -1.01.
#
# Seen:
#   {
#     '1.009': '1.00',
#     '-1.001': '-1.01',
#     '1.009 by choice': '1.01',
#     '-1.001 by choice': '-1.00'
#   }
#
# Guess: the nearest cent, halves up or to even.
#
# Matters: VAT of many lines would be a cent short for each, and of credit notes a cent over.
#
# Handled: The shop counts in cents and rounds notes as their invoices (tests/api/credit-notes.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts dinero.js@2.0.2

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { dinero, EUR, halfAwayFromZero, toDecimal, transformScale } from 'dinero.js'

const of = (amount, ...how) => toDecimal(transformScale(dinero({ amount, currency: EUR, scale: 3 }), 2, ...how))
const seen = { '1.009': of(1009), '-1.001': of(-1001), '1.009 by choice': of(1009, halfAwayFromZero), '-1.001 by choice': of(-1001, halfAwayFromZero) }
console.log(seen)
assert.deepEqual(
  seen,
  { '1.009': '1.00', '-1.001': '-1.01', '1.009 by choice': '1.01', '-1.001 by choice': '-1.00' },
  'The default rounding of dinero.js is another now',
)
EOF
node run.mjs
