#!/usr/bin/env bash
# pdfmake 0.3.11: letters that the font does not have
#
# Does: it prints an empty box for each and says nothing; the text of the file has no letters either.
#
# Seen:
#   [{"str":"\u0000","width":12.3},{"str":"\u0000","width":12.3}]
#
# Guess: an error, or a word in the log.
#
# Matters: an invoice to a customer in Osaka would name nobody.
#
# Handled: Each letter gets a font that has it, or a Latin spelling (tests/unit/printed-scripts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pdfmake@0.3.11 unpdf@1.7.0 dejavu-fonts-ttf@2.37.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { getDocumentProxy } from 'unpdf'

const engine = createRequire(import.meta.url)('pdfmake')
const file = 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'
engine.setFonts({ DejaVu: { normal: file } })
engine.setUrlAccessPolicy(() => false)
engine.setLocalAccessPolicy(() => true)
async function lines(text) {
  const content = { defaultStyle: { font: 'DejaVu', fontSize: 10 }, pageSize: { width: 120, height: 300 }, pageMargins: 10, content: [text] }
  const bytes = await engine.createPdf(content).getBuffer()
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)
  return (await page.getTextContent()).items.filter(({ width }) => width > 0).map(({ str, width }) => ({ str, width: Math.round(width * 10) / 10 }))
}

const seen = await lines('日本')
console.log(JSON.stringify(seen))
assert.ok(seen.length > 0 && seen.every(({ str, width }) => width > 0 && !/[日本]/u.test(str)), 'pdfmake treats missing letters otherwise now')
EOF
node run.mjs
