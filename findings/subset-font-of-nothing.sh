#!/usr/bin/env bash
# subset-font 2.9.0: a text of which the font has no character
#
# Does: it makes a font without the table of characters, and says nothing; whoever opens that fails.
#
# Seen:
#   { bytes: true, fault: 'Could not find a supported cmap table' }
#
# Guess: an error, or an empty font that can be opened.
#
# Matters: a document with one rare character would not be drawn at all.
#
# Handled: A subset without glyphs is passed over before it is used (tests/unit/printed-scripts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts subset-font@2.9.0 fontkit@2.0.4 dejavu-fonts-ttf@2.37.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

const font = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const made = await subsetFont(font, '日本', { targetFormat: 'truetype' })
let fault = null
try {
  create(made).layout('A')
} catch (error) {
  fault = String(error.message ?? error)
}
console.log({ bytes: made.length > 0, fault })
assert.equal(fault, 'Could not find a supported cmap table', 'subset-font makes another font of nothing now')
EOF
node run.mjs
