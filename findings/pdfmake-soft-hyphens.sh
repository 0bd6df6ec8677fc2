#!/usr/bin/env bash
# pdfmake 0.3.11: a word that is broken at a soft hyphen
#
# Does: it breaks the word there, and prints no hyphen at the end of the line.
#
# Seen:
#   [
#     { str: 'supercalifragilistic', width: 91.2 },
#     { str: 'expialidocious', width: 71.1 }
#   ] { str: 'supercalifragilistic-', width: 94.6 } { str: 'supercalifragilistic', width: 91 }
#
# Guess: no break, or a break with a hyphen, which is what the character is for.
#
# Matters: texts from websites and word processors have soft hyphens; their words come apart on letters.
#
# Handled: Characters that nobody sees are removed before a text is set (tests/unit/printed-scripts.test.ts).
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

const soft = await lines('super\u00adcalifragilistic\u00adexpialidocious')
const [hard] = await lines('supercalifragilistic- expialidocious')
const [none] = await lines('supercalifragilistic expialidocious')
console.log(soft, hard, none)
assert.equal(soft.length, 2)
assert.ok(Math.abs(soft[0].width - none.width) < 1 && hard.width - soft[0].width > 3, 'pdfmake prints the hyphen now')
EOF
node run.mjs
