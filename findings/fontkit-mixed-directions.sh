#!/usr/bin/env bash
# fontkit 2.0.4, by which pdfmake sets text: Hebrew and Latin in one line
#
# Does: a run has one direction, from its first letters of a script: the Latin word and the number are turned
# round with the Hebrew one, and 12 Ltd is printed dtL 21.
#
# Seen:
#   [ 'd\u200et\u200eL\u200e \u200e2\u200e1\u200e \u200eד\u200eו\u200eד', 'd\u200et\u200eL\u200e \u200eד\u200eו\u200eד\u200e \u200e2\u200e1' ]
#
# Guess: the letters of each word in their own order, or none turned at all.
#
# Matters: a customer’s name would turn the number of the street, and of the invoice.
#
# Handled: Words are put in visual order before they are set, each in a run of its own
# (tests/unit/printed-scripts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 dejavu-fonts-ttf@2.37.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { create } from 'fontkit'

const font = create(readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
const of = (text) => font.layout(text).glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('')
const seen = { 'Hebrew first': of('דוד 12 Ltd'), 'digits first': of('12 דוד Ltd') }
console.log(Object.values(seen).map((text) => Array.from(text).join('\u200e')))
assert.deepEqual(seen, { 'Hebrew first': 'dtL 21 דוד', 'digits first': 'dtL דוד 21' }, 'fontkit orders directions otherwise now')
EOF
node run.mjs
