#!/usr/bin/env bash
# csv-parse 7.0.3: files whose lines end in two ways
#
# Does: the end of the first line counts for the whole file. Where that is a line feed, later lines keep their
# carriage return in the last cell.
#
# Seen:
#   {"usual":[["name","price"],["A","1\r"],["B","2\r"]],"named":[["name","price"],["A","1"],["B","2"]]}
#
# Guess: every usual end of a line ends one, as in editors and spreadsheets.
#
# Matters: a heading that somebody typed above an export makes the last column of every row unreadable.
#
# Handled: An import takes each of the three as an end (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'

const file = 'name,price\nA,1\r\nB,2\r\n'
const seen = { usual: parse(file), named: parse(file, { record_delimiter: ['\r\n', '\n', '\r'] }) }
console.log(JSON.stringify(seen))
assert.deepEqual(
  seen,
  { usual: [['name', 'price'], ['A', '1\r'], ['B', '2\r']], named: [['name', 'price'], ['A', '1'], ['B', '2']] },
  'csv-parse ends lines otherwise now',
)
EOF
node run.mjs
