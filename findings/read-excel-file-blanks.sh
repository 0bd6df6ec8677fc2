#!/usr/bin/env bash
# read-excel-file 9.3.17: texts of a spreadsheet
#
# Does: blanks at both ends of a text are gone, unless `trim: false` is said.
#
# Seen:
#   { 'read-excel-file': 'SN 0012', exceljs: '  SN 0012 ' }
#
# Guess: the text of a cell comes back as it is in the cell.
#
# Matters: a text that was exported and imported again counts as changed.
#
# Handled: What is exported comes back unchanged (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts read-excel-file@9.3.17 exceljs@4.4.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import readExcelFile from 'read-excel-file/node'

const ExcelJS = createRequire(import.meta.url)('exceljs')
const book = new ExcelJS.Workbook()
book.addWorksheet('s').addRow(['  SN 0012 '])
const file = Buffer.from(await book.xlsx.writeBuffer())
const again = new ExcelJS.Workbook()
await again.xlsx.load(file)
const seen = { 'read-excel-file': (await readExcelFile(file))[0].data[0][0], exceljs: again.worksheets[0].getCell('A1').value }
console.log(seen)
assert.deepEqual(seen, { 'read-excel-file': 'SN 0012', exceljs: '  SN 0012 ' }, 'read-excel-file keeps blanks now')
EOF
node run.mjs
