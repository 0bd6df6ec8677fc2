#!/usr/bin/env bash
# jszpl 2.0.1: labels for Zebra printers
#
# Does: a caret in a text stands unchanged in its field, where the printer takes it for the beginning of a
# command; and letters beyond ASCII are written in UTF-8 without ^CI28, so that the printer sets two others
# for a pound sign.
#
# Seen:
#   ^XA
#   ^FO0,0^AA,,,
#   ^FB400,1000,0,L,0
#   ^FDFan ^ 12 V £5^FS
#   ^XZ
#
# Guess: field data is escaped (^FH), and the encoding is declared.
#
# Matters: names of parts have such signs, and the rest of the label would be missing.
#
# Handled: Labels are drawn as PDF, with any text that a row has (tests/api/scanning.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jszpl@2.0.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { FontFamily, FontFamilyName, Label, PrintDensity, PrintDensityName, Text } from 'jszpl'

const label = new Label()
label.printDensity = new PrintDensity(PrintDensityName['8dpmm'])
label.width = 50
label.height = 20
const text = new Text()
text.text = 'Fan ^ 12 V £5'
text.fontFamily = new FontFamily(FontFamilyName.A)
label.content.push(text)
const seen = label.generateZPL()
console.log(seen)
assert.ok(seen.includes('^FDFan ^ 12 V £5^FS'), 'jszpl writes field data otherwise now')
assert.ok(!seen.includes('^CI28') && !seen.includes('^FH'))
EOF
node run.mjs
