#!/usr/bin/env bash
# libphonenumber-js 1.13.16, google-libphonenumber 3.2.47: the type of British 070 and 076 numbers
#
# Does: 070 numbers of nine digits, and 076 numbers of blocks that were not given out, are possible numbers without
# a type, although all of 070 are personal numbers, and all of 076 but 07624 are for pagers. Ten digits of 070 have the type.
#
# Seen:
#   {
#     '+44 70 1234 5678': { 'libphonenumber-js': 'PERSONAL_NUMBER', 'google-libphonenumber': 'PERSONAL_NUMBER' },
#     '+44 70 123 4567': { 'libphonenumber-js': 'possible, no type', 'google-libphonenumber': 'possible, no type' },
#     '+44 76 1234 5678': { 'libphonenumber-js': 'possible, no type', 'google-libphonenumber': 'possible, no type' },
#     '+44 76 0123 4567': { 'libphonenumber-js': 'PAGER', 'google-libphonenumber': 'PAGER' }
#   }
#
# Guess: a number in a range of one use has that type or is impossible, so a list of refused types refuses it.
#
# Matters: a shop that takes new mobile ranges before the library knows them takes these too, and pays for the texts.
#
# Handled: The two ranges are refused by their digits (tests/api/people-write.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts libphonenumber-js@1.13.16 google-libphonenumber@3.2.47

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import google from 'google-libphonenumber'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const util = google.PhoneNumberUtil.getInstance()
const nameOf = (type) => Object.entries(google.PhoneNumberType).find(([, value]) => value === type)?.[0]
const said = (type, isPossible) => (type && type !== 'UNKNOWN' ? type : `${isPossible ? 'possible' : 'impossible'}, no type`)
const of = (typed) => {
  const [one, other] = [parsePhoneNumberFromString(typed), util.parse(typed)]
  return {
    'libphonenumber-js': said(one.getType(), one.isPossible()),
    'google-libphonenumber': said(nameOf(util.getNumberType(other)), util.isPossibleNumber(other)),
  }
}
const seen = Object.fromEntries(['+44 70 1234 5678', '+44 70 123 4567', '+44 76 1234 5678', '+44 76 0123 4567'].map((typed) => [typed, of(typed)]))
console.log(seen)
const both = (text) => ({ 'libphonenumber-js': text, 'google-libphonenumber': text })
assert.deepEqual(
  seen,
  {
    '+44 70 1234 5678': both('PERSONAL_NUMBER'),
    '+44 70 123 4567': both('possible, no type'),
    '+44 76 1234 5678': both('possible, no type'),
    '+44 76 0123 4567': both('PAGER'),
  },
  'The packages give these numbers other types now',
)
EOF
node run.mjs
