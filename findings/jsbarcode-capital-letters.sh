#!/usr/bin/env bash
# jsbarcode 3.12.3 and bwip-js 4.11.4: Code 39 of small letters
#
# Does: jsbarcode makes capitals of small letters, also in the text below the bars; bwip-js refuses them.
#
# Seen:
#   {
#     jsbarcode: [ 'PSU-A12' ],
#     'bwip-js': 'bwipp.code39badCharacter#10257: Code 39 must contain only digits, capital letters, spaces and the symbols -.$/+%'
#   }
#
# Guess: it refuses what Code 39 cannot hold, as it does for Code 93.
#
# Matters: passwords, links and serial numbers with small letters come back as others.
#
# Handled: Numbers are found in any case (tests/api/scanning.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsbarcode@3.12.3 bwip-js@4.11.4

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import bwip from 'bwip-js/node'
import { createRequire } from 'node:module'

const jsBarcode = createRequire(import.meta.url)('jsbarcode')
const drawn = {}
jsBarcode(drawn, 'psu-a12', { format: 'CODE39' })
const seen = drawn.encodings.map(({ text }) => text)
let refusal = null
try {
  bwip.toSVG({ bcid: 'code39', text: 'psu-a12' })
} catch (error) {
  refusal = String(error.message ?? error)
}
console.log({ jsbarcode: seen, 'bwip-js': refusal })
assert.deepEqual(seen, ['PSU-A12'], 'jsbarcode keeps small letters now')
assert.match(refusal ?? '', /capital letters/)
EOF
node run.mjs
