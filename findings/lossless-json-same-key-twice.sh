#!/usr/bin/env bash
# lossless-json 4.3.3: a key that is there twice
#
# Does: it raises an error where the values differ, and takes the key twice where they are equal.
#
# Seen:
#   {
#     other: "error: Duplicate key 'note' encountered at position 13",
#     same: { note: 'A' },
#     'JSON.parse': { note: 'B' }
#   }
#
# Guess: as JSON.parse, which it replaces: the last one wins.
#
# Matters: a message that all other programs read is refused, and comes again for hours.
#
# Handled: A message that cannot be read is answered with 400 and changes nothing
# (tests/api/shopify-webhooks.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts lossless-json@4.3.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { parse } from 'lossless-json'

const of = (text) => {
  try {
    return parse(text, undefined, Number)
  } catch (error) {
    return `error: ${error.message}`
  }
}
const seen = { other: of('{"note":"A","note":"B"}'), same: of('{"note":"A","note":"A"}'), 'JSON.parse': JSON.parse('{"note":"A","note":"B"}') }
console.log(seen)
assert.deepEqual(
  seen,
  { other: "error: Duplicate key 'note' encountered at position 13", same: { note: 'A' }, 'JSON.parse': { note: 'B' } },
  'lossless-json treats a key that is there twice otherwise now',
)
EOF
node run.mjs
