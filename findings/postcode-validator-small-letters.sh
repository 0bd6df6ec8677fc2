#!/usr/bin/env bash
# postcode-validator 3.10.22: postal codes by country
#
# Does: whether small letters count depends on the country: sw1a 1aa is a British postcode, and d02 x285 is no
# Irish one.
#
# Seen:
#   { GB: true, JE: false, IE: false, NL: false, CA: true, MT: false } [ true, true, true, true, true, true ]
#
# Guess: case matters for all countries or for none.
#
# Matters: people type postcodes in small letters on telephones.
#
# Handled: Postcodes are part of an address, which stays as it was typed (tests/unit/names-as-typed.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts postcode-validator@3.10.22

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { postcodeValidator } = createRequire(import.meta.url)('postcode-validator')
const codes = { GB: 'SW1A 1AA', JE: 'JE2 3AB', IE: 'D02 X285', NL: '1234 AB', CA: 'K1A 0B1', MT: 'VLT 1117' }
const small = Object.fromEntries(Object.entries(codes).map(([country, code]) => [country, postcodeValidator(code.toLowerCase(), country)]))
console.log(small, Object.entries(codes).map(([country, code]) => postcodeValidator(code, country)))
for (const [country, code] of Object.entries(codes)) assert.equal(postcodeValidator(code, country), true, country)
assert.equal(small.GB, true)
assert.equal(small.IE, false, 'postcode-validator takes Irish codes in small letters now')
EOF
node run.mjs
