#!/usr/bin/env bash
# bwip-js 4.11.4 draws, jsqr 1.4.0 and zxing-wasm 3.1.3 read: a GS1 QR code
#
# Does: jsqr gives a per cent sign where a field ends, and two for one that is in a field: among letters and
# digits the code writes its group separator so, and jsqr leaves that undone. ZXing gives the separator and
# one sign.
#
# Seen:
#   {
#     jsqr: '010950110153000310A%%12%21AB3',
#     zxing: '010950110153000310A%12\x1D21AB3'
#   }
#
# Guess: a group separator, character 29, as readers of Code 128 and Data Matrix give.
#
# Matters: the lot or serial number of a part is read with signs that it does not have, and with the next
# field.
#
# Handled: The camera reads by ZXing, and serial numbers end at the separator (tests/unit/numbers.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bwip-js@4.11.4 jsqr@1.4.0 zxing-wasm@3.1.3 sharp@0.35.5

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bwip from 'bwip-js/node'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const jsQR = createRequire(import.meta.url)('jsqr')
prepareZXingModule({ overrides: { wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm') } })
const drawn = await bwip.toBuffer({ bcid: 'gs1qrcode', text: '(01)09501101530003(10)A%12(21)AB3', scale: 4 })
const { data, info } = await sharp(drawn)
  .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' })
  .flatten({ background: '#fff' })
  .ensureAlpha()
  .raw()
  .toBuffer({ resolveWithObject: true })
const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' }
const seen = {
  jsqr: jsQR(picture.data, picture.width, picture.height)?.data,
  zxing: (await readBarcodes(picture, { textMode: 'Plain' }))[0]?.text,
}
console.log(seen)
assert.deepEqual(
  seen,
  { jsqr: '010950110153000310A%%12%21AB3', zxing: '010950110153000310A%12\u001d21AB3' },
  'jsqr reads GS1 codes otherwise now',
)
EOF
node run.mjs
