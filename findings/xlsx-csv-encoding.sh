#!/usr/bin/env bash
# xlsx 0.18.5, the newest on the registry: the encoding of CSV files
#
# Does: bytes without a byte order mark are read as Latin-1, although they are UTF-8 that nothing else could
# be.
#
# Seen:
#   {
#     plain: 'GrÃ¶Ã\x9Fe',
#     'with a mark': 'Größe',
#     'told the code page': 'Größe'
#   }
#
# Guess: UTF-8, the encoding of nearly every file.
#
# Matters: names of customers and makers come out broken, and are stored so.
#
# Handled: Exports have the mark (tests/api/export.test.ts), and an import that is not UTF-8 is refused
# (tests/api/imports.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const XLSX = createRequire(import.meta.url)('xlsx')
const read = (bytes, more) => XLSX.utils.sheet_to_json(XLSX.read(bytes, more).Sheets.Sheet1, { header: 1 })[0][0]
const seen = {
  plain: read(Buffer.from('Größe,£5\n')),
  'with a mark': read(Buffer.from('\ufeffGröße,£5\n')),
  'told the code page': read(Buffer.from('Größe,£5\n'), { codepage: 65001 }),
}
console.log(seen)
assert.deepEqual(seen, { plain: 'GrÃ¶Ã\u009fe', 'with a mark': 'Größe', 'told the code page': 'Größe' }, 'xlsx reads bytes otherwise now')
EOF
node run.mjs
