#!/usr/bin/env bash
# tracking-number-validation 2.0.2 and ts-tracking-number 1.0.17: the carrier of a parcel’s number
#
# Does: the first calls a parcel of Royal Mail one of USPS, with a wrong check digit too, and a number of UPS,
# written in groups as on its label, one of DHL.
#
# Seen:
#   {
#     RB123456785GB: { courier: [ 'usps' ], isValid: true, other: 'S10' },
#     RB123456784GB: { courier: [ 'usps' ], isValid: true, other: undefined },
#     '1Z999AA10123456784': { courier: [ 'ups' ], isValid: true, other: 'UPS' },
#     '1Z 999 AA1 0123 4567 84': { courier: [ 'dhl' ], isValid: true, other: 'UPS' }
#   }
#
# Guess: GB at the end of an S10 number is Royal Mail, a wrong check digit is no number, and blanks do not
# matter.
#
# Matters: customers would follow a link to the wrong carrier.
#
# Handled: People name the carrier, blanks go from the number, and nothing is guessed
# (tests/unit/status-emails.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts tracking-number-validation@2.0.2 ts-tracking-number@1.0.17

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { getCourier, isValid } = require('tracking-number-validation')
const { getTracking } = require('ts-tracking-number')
// S10: the last digit before the country checks the eight before it. 5 is right, 4 is wrong.
const of = (number) => ({ courier: getCourier(number), isValid: isValid(number), other: getTracking(number)?.name })
const seen = Object.fromEntries(['RB123456785GB', 'RB123456784GB', '1Z999AA10123456784', '1Z 999 AA1 0123 4567 84'].map((number) => [number, of(number)]))
console.log(seen)
assert.deepEqual(
  seen,
  {
    RB123456785GB: { courier: ['usps'], isValid: true, other: 'S10' },
    RB123456784GB: { courier: ['usps'], isValid: true, other: undefined },
    '1Z999AA10123456784': { courier: ['ups'], isValid: true, other: 'UPS' },
    '1Z 999 AA1 0123 4567 84': { courier: ['dhl'], isValid: true, other: 'UPS' },
  },
  'The packages name other carriers now',
)
EOF
node run.mjs
