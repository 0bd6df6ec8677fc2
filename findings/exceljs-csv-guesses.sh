#!/usr/bin/env bash
# exceljs 4.4.0: `csv.read`
#
# Does: by default each cell that JavaScript can make a number of is one: a part number loses its zeros, a
# telephone number its plus, a long serial number its last digits.
#
# Seen:
#   [
#     12,
#     441632960000,
#     12345678901234567000,
#     16,
#     1000,
#     '2026-11-27T00:00:00.000Z',
#     1.3
#   ]
#
# Guess: a cell of a CSV file is text until somebody says otherwise (`map` does).
#
# Matters: serial numbers are how machines are found.
#
# Handled: Cells are texts, and each field reads its own (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'

const ExcelJS = createRequire(import.meta.url)('exceljs')
const file = '0012,+441632960000,12345678901234567890,0x10,1e3,2026-11-27,1.300\n'
const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([file]))
const seen = sheet.getRow(1).values.slice(1).map((value) => (value instanceof Date ? value.toISOString() : value))
console.log(seen)
assert.deepEqual(
  seen,
  [12, 441632960000, 12345678901234567000, 16, 1000, '2026-11-27T00:00:00.000Z', 1.3],
  'exceljs reads the cells of a CSV file otherwise now',
)
EOF
node run.mjs
