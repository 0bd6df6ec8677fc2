#!/usr/bin/env bash
# libphonenumber-js 1.13.16, google-libphonenumber 3.2.47, awesome-phonenumber 7.8.0: the country of a British
# mobile number
#
# Does: the best known example of a British mobile number, 07911 123456, is one of Guernsey, whatever the
# default country. awesome-phonenumber says GB for it if it is written without +44, and GG with it.
#
# Seen:
#   {
#     '07911 123456': {
#       'libphonenumber-js': 'GG',
#       'google-libphonenumber': 'GG',
#       'awesome-phonenumber': 'GB'
#     },
#     '+44 7911 123456': {
#       'libphonenumber-js': 'GG',
#       'google-libphonenumber': 'GG',
#       'awesome-phonenumber': 'GG'
#     },
#     '07797 712345': {
#       'libphonenumber-js': 'JE',
#       'google-libphonenumber': 'JE',
#       'awesome-phonenumber': 'GB'
#     },
#     '+44 7797 712345': {
#       'libphonenumber-js': 'JE',
#       'google-libphonenumber': 'JE',
#       'awesome-phonenumber': 'JE'
#     }
#   }
#
# Guess: a number that is written in the British way is GB, and a country does not depend on how its number is
# written.
#
# Matters: a list of countries that may get codes would refuse a customer, or not, by how they typed.
#
# Handled: Numbers are compared and stored as E.164, and the list of countries has the islands
# (tests/api/mfa-phone.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts libphonenumber-js@1.13.16 google-libphonenumber@3.2.47 awesome-phonenumber@7.8.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { parsePhoneNumber as awesome } from 'awesome-phonenumber'
import google from 'google-libphonenumber'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const util = google.PhoneNumberUtil.getInstance()
const of = (typed) => ({
  'libphonenumber-js': parsePhoneNumberFromString(typed, 'GB').country,
  'google-libphonenumber': util.getRegionCodeForNumber(util.parse(typed, 'GB')),
  'awesome-phonenumber': awesome(typed, { regionCode: 'GB' }).regionCode,
})
// The number of many examples, and one of Jersey.
const seen = Object.fromEntries(['07911 123456', '+44 7911 123456', '07797 712345', '+44 7797 712345'].map((typed) => [typed, of(typed)]))
console.log(seen)
const all = (others, third) => ({ 'libphonenumber-js': others, 'google-libphonenumber': others, 'awesome-phonenumber': third })
assert.deepEqual(
  seen,
  {
    '07911 123456': all('GG', 'GB'),
    '+44 7911 123456': all('GG', 'GG'),
    '07797 712345': all('JE', 'GB'),
    '+44 7797 712345': all('JE', 'JE'),
  },
  'The packages place these numbers otherwise now',
)
EOF
node run.mjs
