#!/usr/bin/env bash
# currency.js 2.0.4: amounts of money
#
# Does: half a cent is rounded towards plus infinity: 1.005 is 1.01, and -1.005 is -1.00. There is no option
# for it.
#
# Seen:
#   { '1.005': 1.01, '-1.005': -1, '0.125': 0.13, '-0.125': -0.12 } [ 3, -2 ]
#
# Guess: halves go away from zero, as accountants round: the same amount with the other sign is the same
# amount.
#
# Matters: a credit note for half a cent would not cancel its invoice, and leave a cent owed for ever.
#
# Handled: The shop counts in cents and rounds notes as their invoices (tests/api/credit-notes.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts currency.js@2.0.4

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import currency from 'currency.js'

const seen = Object.fromEntries([1.005, -1.005, 0.125, -0.125].map((amount) => [amount, currency(amount).value]))
const whole = [2.5, -2.5].map((amount) => currency(amount, { precision: 0 }).value)
console.log(seen, whole)
assert.deepEqual(seen, { 1.005: 1.01, '-1.005': -1, 0.125: 0.13, '-0.125': -0.12 }, 'currency.js rounds otherwise now')
assert.deepEqual(whole, [3, -2])
EOF
node run.mjs
