#!/usr/bin/env bash
# accounting 0.4.1: `toFixed`, which is there to round better than JavaScript
#
# Does: it multiplies by a power of ten before it rounds, which helps 0.615 and 10.235 and not 1.005: that
# stays 1.00. And nothing below zero is written as £-0.00.
#
# Seen:
#   {
#     '0.615': '0.62',
#     '10.235': '10.24',
#     '1.005': '1.00',
#     '-0.001': '£-0.00'
#   }
#
# Guess: 1.005 is 1.01 with a function that exists for this.
#
# Matters: prices with VAT taken out of them end in halves of cents all the time.
#
# Handled: The shop counts in cents and rounds notes as their invoices (tests/api/credit-notes.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts accounting@0.4.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { toFixed, formatMoney } = createRequire(import.meta.url)('accounting')
const seen = { 0.615: toFixed(0.615, 2), 10.235: toFixed(10.235, 2), 1.005: toFixed(1.005, 2), '-0.001': formatMoney(-0.001, '£') }
console.log(seen)
assert.deepEqual(seen, { 0.615: '0.62', 10.235: '10.24', 1.005: '1.00', '-0.001': '£-0.00' }, 'accounting rounds otherwise now')
EOF
node run.mjs
