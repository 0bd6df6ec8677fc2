#!/usr/bin/env bash
# csv-stringify 6.9.0: values that are no texts
#
# Does: true is 1, false is an empty cell, and a date is its milliseconds since 1970.
#
# Seen:
#   1,,1795737600000,5,1.5
#
# Guess: true and false, and ISO 8601.
#
# Matters: an export of products would have an empty cell for each that is not for sale, which an import takes
# for not given.
#
# Handled: The shop writes texts alone, true and false among them (tests/api/export.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-stringify@6.9.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { stringify } from 'csv-stringify/sync'

const seen = stringify([[true, false, new Date('2026-11-27T00:00:00Z'), 5n, 1.5]]).trim()
console.log(seen)
assert.equal(seen, '1,,1795737600000,5,1.5', 'csv-stringify writes booleans or dates otherwise now')
EOF
node run.mjs
