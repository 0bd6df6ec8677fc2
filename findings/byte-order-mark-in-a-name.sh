#!/usr/bin/env bash
# csv-parser 3.2.1, d3-dsv 3.0.1, fast-csv 5.0.8: a byte order mark in a text
#
# Does: csv-parser and d3-dsv leave the mark in the name of the first column, which then looks like the right
# one and is another; fast-csv removes it.
#
# Seen:
#   {"csv-parser, bytes":"\ufeffsku","csv-parser, text":"\ufeffsku","d3-dsv":"\ufeffsku","fast-csv":"sku"}
#
# Guess: a reader of CSV removes it: it is how spreadsheets know UTF-8, and is on most files that come from
# them.
#
# Matters: the first column is usually the one by which rows are found.
#
# Handled: Exports have the mark, and an import of one finds its first column (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parser@3.2.1 fast-csv@5.0.8 d3-dsv@3.0.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { csvParse } from 'd3-dsv'

const require = createRequire(import.meta.url)
const file = '\ufeffsku,price\n0012,5\n'
const first = async (stream) => {
  for await (const row of stream) return Object.keys(row)[0]
}
const seen = {
  'csv-parser, bytes': await first(Readable.from([Buffer.from(file)]).pipe(require('csv-parser')())),
  'csv-parser, text': await first(Readable.from([file]).pipe(require('csv-parser')())),
  'd3-dsv': Object.keys(csvParse(file)[0])[0],
  'fast-csv': await first(require('fast-csv').parseString(file, { headers: true })),
}
console.log(JSON.stringify(seen))
assert.deepEqual(
  seen,
  { 'csv-parser, bytes': '\ufeffsku', 'csv-parser, text': '\ufeffsku', 'd3-dsv': '\ufeffsku', 'fast-csv': 'sku' },
  'The packages treat the mark otherwise now',
)
EOF
node run.mjs
