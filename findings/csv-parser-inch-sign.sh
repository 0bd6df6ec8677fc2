#!/usr/bin/env bash
# csv-parser 3.2.1, beside csv-parse 7.0.3, fast-csv 5.0.8 and d3-dsv 3.0.1: a quotation mark within a cell
#
# Does: an inch sign within a cell makes one cell of the whole rest of the file, without an error. Others take
# it as a letter, or raise an error.
#
# Seen:
#   {
#     'csv-parser': [ { name: '19" rack,5\nFan,2\nPSU,3\n' } ],
#     'fast-csv': 3,
#     'd3-dsv': 3,
#     'csv-parse': 'INVALID_OPENING_QUOTE'
#   }
#
# Guess: an error, or a letter of the cell.
#
# Matters: a list of racks and fans has such cells; of a hundred products one comes in.
#
# Handled: A file with a quotation mark in the wrong place is refused, with the line
# (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parser@3.2.1 csv-parse@7.0.3 fast-csv@5.0.8 d3-dsv@3.0.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { csvParse } from 'd3-dsv'

const require = createRequire(import.meta.url)
const file = 'name,price\n19" rack,5\nFan,2\nPSU,3\n'
const all = async (stream) => {
  const rows = []
  for await (const row of stream) rows.push({ ...row })
  return rows
}
let refusal = null
try {
  parse(file)
} catch (error) {
  refusal = error.code
}
const seen = {
  'csv-parser': await all(Readable.from([Buffer.from(file)]).pipe(require('csv-parser')())),
  'fast-csv': (await all(require('fast-csv').parseString(file, { headers: true }))).length,
  'd3-dsv': csvParse(file).length,
  'csv-parse': refusal,
}
console.log(seen)
assert.deepEqual(
  seen,
  { 'csv-parser': [{ name: '19" rack,5\nFan,2\nPSU,3\n' }], 'fast-csv': 3, 'd3-dsv': 3, 'csv-parse': 'INVALID_OPENING_QUOTE' },
  'The packages treat a quotation mark within a cell otherwise now',
)
EOF
node run.mjs
