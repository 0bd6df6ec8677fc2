#!/usr/bin/env bash
# exceljs 4.4.0 writes; exceljs 4.4.0, xlsx 0.18.5 and read-excel-file 9.3.17 read: a text such as _x0041_
#
# Does: spreadsheet files write odd characters as _x0041_, and a text that looks so must be escaped itself.
# exceljs does not: PSU_x0041_B comes back as PSUAB, from itself too.
#
# Seen:
#   { exceljs: 'PSUAB', xlsx: 'PSUAB', 'read-excel-file': 'PSUAB' }
#
# Guess: what a library writes it reads back.
#
# Matters: numbers of parts have underscores, x and digits.
#
# Handled: The shop writes CSV files, which have no such escapes, and gets each text back
# (tests/api/export.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 xlsx@0.18.5 read-excel-file@9.3.17

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import readExcelFile from 'read-excel-file/node'

const require = createRequire(import.meta.url)
const ExcelJS = require('exceljs')
const XLSX = require('xlsx')
const book = new ExcelJS.Workbook()
book.addWorksheet('s').addRow(['PSU_x0041_B'])
const file = Buffer.from(await book.xlsx.writeBuffer())
const again = new ExcelJS.Workbook()
await again.xlsx.load(file)
const seen = {
  exceljs: again.worksheets[0].getCell('A1').value,
  xlsx: XLSX.read(file).Sheets.s.A1.v,
  'read-excel-file': (await readExcelFile(file))[0].data[0][0],
}
console.log(seen)
assert.deepEqual(seen, { exceljs: 'PSUAB', xlsx: 'PSUAB', 'read-excel-file': 'PSUAB' }, 'exceljs escapes such a text now')
EOF
node run.mjs
