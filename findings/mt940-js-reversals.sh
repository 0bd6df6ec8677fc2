#!/usr/bin/env bash
# mt940-js 1.0.0: a reader of MT940 statements
#
# Does: a reversed credit (RC: money goes out) is a credit, and a reversed debit (RD: money comes in) is none.
# `isExpense` is true for each kind, money that comes in too. mt940js 1.3.5 has the right signs.
#
# Seen:
#   [
#     'TEXT C: isCredit true, isExpense true',
#     'TEXT D: isCredit false, isExpense true',
#     'TEXT RC: isCredit true, isExpense true',
#     'TEXT RD: isCredit false, isExpense true'
#   ]
#   mt940js 1.3.5: [ 30, -30, -30, 30 ]
#
# Guess: RC is money out and RD money in, and `isExpense` is false for money in.
#
# Matters: a card payment that the bank takes back would count as paid twice.
#
# Handled: The shop trusts no package with the days, signs, cents and texts of bank files
# (tests/api/bank-import.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const entry = (mark) => `:61:2611271127${mark}30,00NMSCREF\r\n:86:TEXT ${mark}\r\n`
const statement = `:20:S1\r\n:25:GB29NWBK60161331926819\r\n:28C:1/1\r\n:60F:C261126EUR10,00\r\n${['C', 'D', 'RC', 'RD'].map(entry).join('')}:62F:C261127EUR10,00\r\n-\r\n`
const [{ transactions }] = await require('mt940-js').read(Buffer.from(statement))
const seen = transactions.map(({ description, isCredit, isExpense }) => `${description}: isCredit ${isCredit}, isExpense ${isExpense}`)
console.log(seen)
const { Parser } = require('mt940js')
const other = new Parser().parse(statement)[0].transactions.map(({ amount }) => amount)
console.log('mt940js 1.3.5:', other)
assert.deepEqual(other, [30, -30, -30, 30])
assert.deepEqual(
  seen,
  [
    'TEXT C: isCredit true, isExpense true',
    'TEXT D: isCredit false, isExpense true',
    'TEXT RC: isCredit true, isExpense true',
    'TEXT RD: isCredit false, isExpense true',
  ],
  'mt940-js tells reversals or expenses apart now',
)
EOF
node run.mjs
