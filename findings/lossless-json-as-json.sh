#!/usr/bin/env bash
# lossless-json 4.3.3: what `parse` gives
#
# Does: JSON.stringify, which loggers and HTTP clients use, writes each number as an object with `value` and
# `isLosslessNumber`.
#
# Seen:
#   {
#     stringify: '{"id":9007199254740993,"total":1.10}',
#     'JSON.stringify': '{"id":{"value":"9007199254740993","isLosslessNumber":true},"total":{"value":"1.10","isLosslessNumber":true}}'
#   }
#
# Guess: a number that keeps its digits is written as a number (`toJSON`, or a raw JSON value).
#
# Matters: an order that was read this way and stored as JSON has no number in it any more.
#
# Handled: Long integers become texts and all others numbers as they are read
# (tests/api/shopify-webhooks.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts lossless-json@4.3.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { parse, stringify } from 'lossless-json'

const read = parse('{"id":9007199254740993,"total":1.10}')
const seen = { stringify: stringify(read), 'JSON.stringify': JSON.stringify(read) }
console.log(seen)
assert.deepEqual(
  seen,
  {
    stringify: '{"id":9007199254740993,"total":1.10}',
    'JSON.stringify':
      '{"id":{"value":"9007199254740993","isLosslessNumber":true},"total":{"value":"1.10","isLosslessNumber":true}}',
  },
  'JSON.stringify writes lossless numbers otherwise now',
)
EOF
node run.mjs
