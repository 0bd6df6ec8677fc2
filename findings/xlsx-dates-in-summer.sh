#!/usr/bin/env bash
# exceljs 4.4.0 and xlsx-populate 1.21.0 write, xlsx 0.18.5 reads: a moment in summer
#
# Does: a cell has no zone. exceljs writes and reads UTC, the other two the machine’s own time: in a British
# summer each pair of packages differs by an hour, and midnight becomes another day.
#
# Seen:
#   Europe/London {
#     exceljs: {
#       'read by exceljs': '2026-07-01T10:00:00.000Z',
#       'read by xlsx': '2026-07-01T09:00:00.000Z'
#     },
#     'xlsx-populate': {
#       'read by exceljs': '2026-07-01T11:00:00.000Z',
#       'read by xlsx': '2026-07-01T10:00:00.000Z'
#     }
#   }
#
# Guess: all packages of one language agree what a Date in a cell means.
#
# Matters: days of invoices change on their way from one program to the next, in summer alone.
#
# Handled: The shop writes no spreadsheets; its CSV files have ISO 8601 in UTC, and days as days
# (tests/api/export.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 xlsx-populate@1.21.0 xlsx@0.18.5

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const ExcelJS = require('exceljs')
const XLSX = require('xlsx')
const Populate = require('xlsx-populate')
const moment = new Date('2026-07-01T10:00:00Z')

const one = new ExcelJS.Workbook()
one.addWorksheet('s').addRow([moment])
const other = await Populate.fromBlankAsync()
other.sheet(0).cell('A1').value(moment).style('numberFormat', 'yyyy-mm-dd hh:mm')
const files = { exceljs: Buffer.from(await one.xlsx.writeBuffer()), 'xlsx-populate': await other.outputAsync() }
const seen = {}
for (const [name, file] of Object.entries(files)) {
  const again = new ExcelJS.Workbook()
  await again.xlsx.load(file)
  const book = XLSX.read(file, { cellDates: true })
  seen[name] = {
    'read by exceljs': again.worksheets[0].getCell('A1').value.toISOString(),
    'read by xlsx': book.Sheets[book.SheetNames[0]].A1.v.toISOString(),
  }
}
console.log(process.env.TZ, seen)
const at = (hour) => `2026-07-01T${hour}:00:00.000Z`
assert.deepEqual(
  seen,
  {
    exceljs: { 'read by exceljs': at('10'), 'read by xlsx': at('09') },
    'xlsx-populate': { 'read by exceljs': at('11'), 'read by xlsx': at('10') },
  },
  'The packages keep moments otherwise now',
)
EOF
TZ=Europe/London node run.mjs
