#!/usr/bin/env bash
# jsvat 2.5.4: the form of European VAT numbers
#
# Does: it knows no XI, the letters of Northern Ireland since 2021, and refuses Belgian numbers that begin
# with 1, which are given out since 2023, yet takes those of nine digits from before 2008.
#
# Seen:
#   {
#     GB980780684: { isValid: true, isSupportedCountry: true },
#     XI980780684: { isValid: false, isSupportedCountry: false },
#     BE0428759497: { isValid: true, isSupportedCountry: true },
#     BE1000000120: { isValid: false, isSupportedCountry: true },
#     BE428759497: { isValid: true, isSupportedCountry: true }
#   }
#
# Guess: XI is checked as GB is, and a Belgian number is ten digits with 0 or 1 first.
#
# Matters: businesses of Northern Ireland buy from a UK shop with XI numbers.
#
# Handled: The shop has its own table with both (tests/unit/vat-numbers.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsvat@2.5.4

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { checkVAT, countries } = createRequire(import.meta.url)('jsvat')
const seen = Object.fromEntries(
  ['GB980780684', 'XI980780684', 'BE0428759497', 'BE1000000120', 'BE428759497'].map((number) => {
    const { isValid, isSupportedCountry } = checkVAT(number, countries)
    return [number, { isValid, isSupportedCountry }]
  }),
)
console.log(seen)
assert.deepEqual(
  seen,
  {
    GB980780684: { isValid: true, isSupportedCountry: true },
    XI980780684: { isValid: false, isSupportedCountry: false },
    BE0428759497: { isValid: true, isSupportedCountry: true },
    BE1000000120: { isValid: false, isSupportedCountry: true },
    BE428759497: { isValid: true, isSupportedCountry: true },
  },
  'jsvat knows XI or the newer Belgian numbers now',
)
EOF
node run.mjs
