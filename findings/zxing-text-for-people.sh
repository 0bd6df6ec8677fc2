#!/usr/bin/env bash
# zxing-wasm 3.1.3: the text of a GS1 code and of control characters
#
# Does: by default `text` is what people would print: brackets around application identifiers, and names such
# as <GS> for control characters. barcode-detector, on the same engine, asks for the plain text.
#
# Seen:
#   {"gs1":{"usual":"(01)09501101530003(21)SN1(10)A","plain":"010950110153000321SN1\u001d10A"},"control":{"usual":"A<GS>B","plain":"A\u001dB"}}
#
# Guess: `text` is the content of the code.
#
# Matters: a parser of GS1 codes, or a comparison with what a hand scanner types, fails on one of the two.
#
# Handled: The camera has the plain text, by barcode-detector (tests/unit/code-formats.test.ts).
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

const of = async (bcid, text) => {
  const code = await picture(bcid, text)
  const [usual] = await readBarcodes(code)
  const [plain] = await readBarcodes(code, { textMode: 'Plain' })
  return { usual: usual.text, plain: plain.text }
}
const seen = { gs1: await of('gs1datamatrix', '(01)09501101530003(21)SN1(10)A'), control: await of('datamatrix', 'A\u001dB') }
console.log(JSON.stringify(seen))
assert.deepEqual(
  seen,
  {
    gs1: { usual: '(01)09501101530003(21)SN1(10)A', plain: '010950110153000321SN1\u001d10A' },
    control: { usual: 'A<GS>B', plain: 'A\u001dB' },
  },
  'zxing-wasm writes the text otherwise now',
)
EOF
node run.mjs
