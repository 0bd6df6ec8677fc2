#!/usr/bin/env bash
# country-list 2.4.1 and currency-codes 2.2.0: countries by their usual names
#
# Does: both look for the name that ISO 3166 prints in its list, with its article in brackets, letter for letter.
# By 'United Kingdom', 'Netherlands', 'United States' or 'South Korea' they find nothing; by 'Germany' and
# 'Ireland', whose names have no addition there, they do.
#
# Seen:
#   United Kingdom undefined []
#   Netherlands undefined []
#   United States undefined []
#   South Korea undefined []
#   Germany DE [ 'EUR' ]
#   Ireland IE [ 'EUR' ]
#
# Guess: the names that people write lead to GB, NL, US and KR, and to the currencies there.
#
# Matters: an address that names its country so is taken for one without a country, and people must choose
# 'Netherlands (Kingdom of the)' from a list.
#
# Handled: the shop lists countries by their codes, with the names of Intl.DisplayNames, and reads 'UK' as GB.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts country-list@2.4.1 currency-codes@2.2.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { getCode } from 'country-list'
import currencies from 'currency-codes'

const names = ['United Kingdom', 'Netherlands', 'United States', 'South Korea', 'Germany', 'Ireland']
const seen = names.map((name) => [name, getCode(name), currencies.country(name.toLowerCase()).map(({ code }) => code)])
for (const row of seen) console.log(...row)
assert.deepEqual(
  seen.map(([, code, [currency]]) => [code, currency]),
  [...Array(4).fill([undefined, undefined]), ['DE', 'EUR'], ['IE', 'EUR']],
  'countries are found by other names now',
)
EOF
node run.mjs
