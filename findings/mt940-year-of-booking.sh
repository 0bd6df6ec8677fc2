#!/usr/bin/env bash
# mt940js 1.3.5, mt940-js 1.0.0, swiftmessageparser 1.2.1, @centrapay/swift-parser 1.0.1: readers of MT940
# statements
#
# Does: the field :61: has the year of the value date only, and month and day of the booking. All four give
# the booking the year of the value date, also across New Year: what is valued on 31 December 2026 and booked
# on 1 January is booked on 1 January 2026, a year too early.
#
# Seen:
#   {
#     mt940js: { value: '2026-12-31', booked: '2026-01-01' },
#     'mt940-js': { value: '2026-12-31', booked: '2026-01-01' },
#     swiftmessageparser: { value: '2026-12-31', booked: '2026-01-01' },
#     '@centrapay/swift-parser': { value: '2026-12-31', booked: '2026-01-01' }
#   }
#
# Guess: the year in which the two dates are closest, as SWIFT means it.
#
# Matters: a payment of the first days of January would be of another tax year, and older than its invoice.
#
# Handled: The shop trusts no package with the days, signs, cents and texts of bank files
# (tests/api/bank-import.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mt940js@1.3.5 mt940-js@1.0.0 tslib@2.8.1 swiftmessageparser@1.2.1 @centrapay/swift-parser@1.0.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as centrapay from '@centrapay/swift-parser'

const require = createRequire(import.meta.url)
const { Parser } = require('mt940js')
const statement = [
  ':20:S1',
  ':25:GB29NWBK60161331926819',
  ':28C:1/1',
  ':60F:C261230EUR10,00',
  // Value date 31 December 2026, booked on 1 January.
  ':61:2612310101C1,00NTRFREF1',
  ':86:INVOICE 1',
  ':62F:C270101EUR11,00',
  '-',
  '',
].join('\r\n')
const day = (date) => new Date(date).toISOString().slice(0, 10)
const of = (transaction) => ({ value: day(transaction.date ?? transaction.valueDate), booked: day(transaction.entryDate) })
const seen = {
  mt940js: of(new Parser().parse(statement)[0].transactions[0]),
  'mt940-js': of((await require('mt940-js').read(Buffer.from(statement)))[0].transactions[0]),
  swiftmessageparser: of(require('swiftmessageparser').parse({ type: 'mt940', data: statement })[0].transactions[0]),
  '@centrapay/swift-parser': of(centrapay.parse({ type: 'mt940', data: statement })[0].transactions[0]),
}
console.log(seen)
for (const [name, dates] of Object.entries(seen))
  assert.deepEqual(dates, { value: '2026-12-31', booked: '2026-01-01' }, `${name} no longer books a year too early`)
EOF
node run.mjs
