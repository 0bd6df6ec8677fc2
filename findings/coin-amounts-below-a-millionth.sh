#!/usr/bin/env bash
# ethjs-unit 0.1.6, numeral 2.0.6, bip21 3.0.0: amounts of coins below 0.000001
#
# Does: JavaScript writes such numbers as 1e-7, and each takes that apart as a decimal: of 0.0000001 ether
# the first makes 2,377 ether, the second NaN, and the third an address of a payment that BIP 21 does not
# allow. Nobody raises an error. One digit larger, all three are right.
#
# Seen:
#   {
#     '0.000001': {
#       toWei: '1000000000000',
#       format: '0.00000100',
#       encode: 'amount=0.000001'
#     },
#     '1e-7': {
#       toWei: '2377000000000000000000',
#       format: 'NaN',
#       encode: 'amount=1e-7'
#     }
#   }
#
# Guess: 100000000000, 0.00000010 and amount=0.0000001: small amounts are what such packages are for.
#
# Matters: a day of an old machine brings less than a millionth of a coin.
#
# Handled: What machines bring is a fraction of whole numbers, written digit by digit
# (tests/unit/earnings.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ethjs-unit@0.1.6 numeral@2.0.6 bip21@3.0.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const bip21 = require('bip21')
const numeral = require('numeral')
const { toWei } = require('ethjs-unit')

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const of = (amount) => ({
  toWei: String(toWei(amount, 'ether')),
  format: numeral(amount).format('0.00000000'),
  encode: bip21.encode(address, { amount }).split('?')[1],
})
const seen = Object.fromEntries([0.000001, 0.0000001].map((amount) => [amount, of(amount)]))
console.log(seen)
assert.deepEqual(
  seen,
  {
    '0.000001': { toWei: '1000000000000', format: '0.00000100', encode: 'amount=0.000001' },
    '1e-7': { toWei: '2377000000000000000000', format: 'NaN', encode: 'amount=1e-7' },
  },
  'One of the three writes small amounts otherwise now',
)
EOF
node run.mjs
