#!/usr/bin/env bash
# fontkit 2.0.4: `getVariation` of a web font
#
# Does: a variable font in WOFF2 opens, names its axes, and gives a variation, whose first glyph raises a
# TypeError.
#
# Seen:
#   [ 'wght' ] TypeError: Cannot read properties of undefined (reading 'tables')
#
# Guess: a bold variation, since the file is read and its axes are known.
#
# Matters: names in bold on invoices.
#
# Handled: subset-font pins the weight while it converts to TrueType (tests/unit/printed-scripts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 @fontsource-variable/noto-sans-sc@5.3.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { create } from 'fontkit'

const font = create(readFileSync('node_modules/@fontsource-variable/noto-sans-sc/files/noto-sans-sc-4-wght-normal.woff2'))
let fault = null
try {
  font.getVariation({ wght: 700 }).layout('A').advanceWidth
} catch (error) {
  fault = `${error.name}: ${error.message}`
}
console.log(Object.keys(font.variationAxes), fault)
assert.deepEqual(Object.keys(font.variationAxes), ['wght'])
assert.match(fault ?? '', /TypeError: Cannot read properties of undefined/, 'fontkit makes variations of WOFF2 now')
EOF
node run.mjs
