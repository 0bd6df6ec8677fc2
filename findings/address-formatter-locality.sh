#!/usr/bin/env bash
# @fragaria/address-formatter 6.7.1: postal addresses by country
#
# Does: the locality is left out of a British address, and its last line is England.
#
# Seen:
#   [ 'Ada Byron', '5 High Street', 'Manchester', 'M20 2AA', 'England' ]
#
# Guess: Royal Mail’s order: road, locality, post town, postcode; and a country’s name only if it is another.
#
# Matters: towns have several High Streets, told apart by the locality.
#
# Handled: Addresses are lines that stay as they were typed (tests/unit/names-as-typed.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @fragaria/address-formatter@6.7.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import addresses from '@fragaria/address-formatter'

const address = {
  attention: 'Ada Byron',
  houseNumber: 5,
  road: 'High Street',
  suburb: 'Didsbury',
  city: 'Manchester',
  county: 'Greater Manchester',
  state: 'England',
  postcode: 'M20 2AA',
  countryCode: 'GB',
}
const seen = (addresses.default ?? addresses).format(address, { output: 'array' })
console.log(seen)
assert.deepEqual(seen, ['Ada Byron', '5 High Street', 'Manchester', 'M20 2AA', 'England'], 'The package writes British addresses otherwise now')
EOF
node run.mjs
