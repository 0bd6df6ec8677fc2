#!/usr/bin/env bash
# bwip-js 4.11.4 draws, zxing-wasm 3.1.3 reads: Code 93
#
# Does: it leaves out the two check characters unless `includecheck` is set, and no reader takes the code.
#
# Seen:
#   { 'as drawn by default': [], 'with includecheck': [ 'PSU-12' ] }
#
# Guess: check characters are part of every Code 93, so they are there, as those of Code 128 are.
#
# Matters: labels would look right and never scan.
#
# Handled: Labels have QR codes and Code 128; the test of the camera asks for the check characters
# (tests/unit/code-formats.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bwip-js@4.11.4 zxing-wasm@3.1.3 sharp@0.35.5

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import bwip from 'bwip-js/node'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

prepareZXingModule({ overrides: { wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm') } })
async function picture(bcid, text, more = {}) {
  const drawn = await bwip.toBuffer({ bcid, text, scale: 4, ...more })
  const { data, info } = await sharp(drawn)
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' }
}

const of = async (more) => (await readBarcodes(await picture('code93', 'PSU-12', { height: 12, ...more }))).map(({ text }) => text)
const seen = { 'as drawn by default': await of({}), 'with includecheck': await of({ includecheck: true }) }
console.log(seen)
assert.deepEqual(seen, { 'as drawn by default': [], 'with includecheck': ['PSU-12'] }, 'Code 93 is drawn otherwise now')
EOF
node run.mjs
