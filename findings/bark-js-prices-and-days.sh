#!/usr/bin/env bash
# bark-js 1.2.1 and gs1-barcode-parser-mod 1.2.1: application identifiers of GS1 codes
#
# Does: a price with its currency is the currency’s number and the amount in one text: 1.50 euro is 97801.50.
# And a date without a day, which GS1 allows, is 2026-12-00.
#
# Seen:
#   {
#     'bark-js': {
#       '15': '2026-12-00',
#       '21': 'A',
#       '3932': '97801.50',
#       '01': '09501101530003'
#     },
#     'gs1-barcode-parser-mod': {
#       '15': '2026-12-31',
#       '21': 'A',
#       '3932': 1.5,
#       '01': '09501101530003'
#     }
#   }
#
# Guess: 1.50, with EUR beside it; and the last day of the month.
#
# Matters: both look like an amount and a day, and are none.
#
# Handled: The shop reads no prices from codes (tests/api/scanning.test.ts), and refuses days that do not
# exist (tests/api/bank-import.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bark-js@1.2.1 gs1-barcode-parser-mod@1.2.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import bark from 'bark-js'
import { createRequire } from 'node:module'

const { parseBarcode } = createRequire(import.meta.url)('gs1-barcode-parser-mod')
// Best before December 2026 without a day, and a price of 1.50 euro (978).
const code = ']d20109501101530003' + '15261200' + '39329780150' + '\u001d' + '21A'
const parse = bark.parseBarcode ?? bark
const mine = Object.fromEntries(parse(code).elements.map(({ ai, value }) => [ai, value]))
const other = Object.fromEntries(parseBarcode(code).parsedCodeItems.map(({ ai, data }) => [ai, data instanceof Date ? data.toISOString().slice(0, 10) : data]))
console.log({ 'bark-js': mine, 'gs1-barcode-parser-mod': other })
assert.equal(mine['3932'], '97801.50', 'bark-js gives prices otherwise now')
assert.equal(mine['15'], '2026-12-00', 'bark-js gives days otherwise now')
assert.equal(other['3932'], 1.5)
EOF
node run.mjs
