#!/usr/bin/env bash
# ibantools 4.5.4, ibankit 1.6.5, iban 0.0.14: checks of IBANs
#
# Does: ibantools and ibankit check the national check digits inside an account number too, each in countries
# of its own choice: they disagree about Italy and Poland. iban checks none.
#
# Seen:
#   {
#     Belgium: { ibantools: false, ibankit: false, iban: true },
#     Italy: { ibantools: true, ibankit: false, iban: true },
#     Poland: { ibantools: false, ibankit: true, iban: true },
#     Netherlands: { ibantools: true, ibankit: true, iban: true }
#   }
#
# Guess: a valid IBAN is one of its country’s length whose modulus 97 is 1, with every package.
#
# Matters: a number that one program took is refused by the next one, and modulus 97 does not explain it.
#
# Handled: The shop asks ibantools alone and says that the number is none (tests/unit/bank-numbers.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ibantools@4.5.4 ibankit@1.6.5 iban@0.0.14

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { isValidIBAN } from 'ibantools'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { IBAN: kit } = require('ibankit')
const iban = require('iban')
/** With the check digits of ISO 13616 that an account number asks for. */
function withCheck(country, account) {
  const digits = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}
// Each with right check digits of the IBAN, and wrong ones of its country.
const numbers = {
  Belgium: withCheck('BE', '539007547030'),
  Italy: withCheck('IT', 'A0542811101000000123456'),
  Poland: withCheck('PL', '109010150000071219812874'),
  Netherlands: withCheck('NL', 'ABNA0417164301'),
}
const seen = Object.fromEntries(
  Object.entries(numbers).map(([country, number]) => [
    country,
    { ibantools: isValidIBAN(number), ibankit: kit.isValid(number), iban: iban.isValid(number) },
  ]),
)
console.log(seen)
assert.deepEqual(
  seen,
  {
    Belgium: { ibantools: false, ibankit: false, iban: true },
    Italy: { ibantools: true, ibankit: false, iban: true },
    Poland: { ibantools: false, ibankit: true, iban: true },
    Netherlands: { ibantools: true, ibankit: true, iban: true },
  },
  'The packages check other countries now',
)
EOF
node run.mjs
