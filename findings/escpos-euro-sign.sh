#!/usr/bin/env bash
# @point-of-sale/receipt-printer-encoder 4.0.1 and esc-pos-encoder 3.0.0: text for receipt printers
#
# Does: the default code page is 437, which has £ and no €: the sign is printed as a question mark, without a
# word. Code page 858 must be asked for.
#
# Seen:
#   [ { usual: true, cp858: true }, { usual: true, cp858: true } ]
#
# Guess: a library of this century prints a euro sign, or refuses it.
#
# Matters: receipts in euro would say ?5.
#
# Handled: Receipts are PDFs, whose fonts have the sign (tests/api/receipts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @point-of-sale/receipt-printer-encoder@4.0.1 esc-pos-encoder@3.0.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { createRequire } from 'node:module'

const required = createRequire(import.meta.url)('esc-pos-encoder')
const EscPosEncoder = required.default ?? required
const text = (encoder) => Buffer.from(encoder.encode()).toString('latin1')
const seen = [ReceiptPrinterEncoder, EscPosEncoder].map((Encoder) => ({
  usual: text(new Encoder().initialize().text('€5')).includes('?5'),
  cp858: text(new Encoder().initialize().codepage('cp858').text('€5')).includes('\u00d55'),
}))
console.log(seen)
assert.deepEqual(seen, [{ usual: true, cp858: true }, { usual: true, cp858: true }], 'The euro sign is printed by default now')
EOF
node run.mjs
