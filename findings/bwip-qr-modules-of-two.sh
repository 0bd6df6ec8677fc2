#!/usr/bin/env bash
# bwip-js 4.11.4: the width of a module in an SVG at scale 1
#
# Does: a module of a Code 128 is one unit wide, one of a QR code and of a Data Matrix two, at the same scale.
#
# Seen:
#   { code128: 1, qrcode: 2, datamatrix: 2 }
#
# Guess: at scale 1 a module is one unit of the drawing, of every kind of code.
#
# Matters: a code whose modules shall be whole dots of a label printer is drawn at half the size, or in half dots.
#
# Handled: The drawing of labels counts two units for a module of a QR code (tests/unit/labels.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bwip-js@4.11.4

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { toSVG } from 'bwip-js/node'

const width = (bcid, text) => Number(/viewBox="0 0 (\d+)/.exec(toSVG({ bcid, text, scale: 1, padding: 0 }))[1])
// Modules by the standards: 35 and 11 for each of seven letters; version 1 has 21; eight characters make a square of 14.
const seen = {
  code128: width('code128', 'ABCDEFG') / (35 + 11 * 7),
  qrcode: width('qrcode', 'ABCDEFG') / 21,
  datamatrix: width('datamatrix', 'ABCDEFGH') / 14,
}
console.log(seen)
assert.deepEqual(seen, { code128: 1, qrcode: 2, datamatrix: 2 }, 'Modules have another width now')
EOF
node run.mjs
