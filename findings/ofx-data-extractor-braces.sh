#!/usr/bin/env bash
# ofx-data-extractor 1.5.0: a reader of OFX statements
#
# Does: a memo with braces comes out changed, since the file is turned into JSON by replacing text; and with
# `nativeTypes` a payer called `0012` is the number 12.
#
# Seen:
#   { MEMO: 'Invoices 7, 8},', NAME: 12 }
#
# Guess: texts come out as they are in the file, and only amounts become numbers.
#
# Matters: the reference of a transfer names the invoice that it pays.
#
# Handled: The shop trusts no package with the days, signs, cents and texts of bank files
# (tests/api/bank-import.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ofx-data-extractor@1.5.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { Ofx } = createRequire(import.meta.url)('ofx-data-extractor')
const head = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
const body = '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>GBP<BANKTRANLIST><DTSTART>20261101<DTEND>20261127<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261127<TRNAMT>12.50<FITID>1<NAME>0012<MEMO>Invoices {7, 8}</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>'
const file = `${head}${body.replaceAll('<', '\n<').trim()}\n`
const [{ MEMO }] = new Ofx(file).getBankTransferList()
const [{ NAME }] = new Ofx(file, { nativeTypes: true }).getBankTransferList()
console.log({ MEMO, NAME })
assert.notEqual(MEMO, 'Invoices {7, 8}', 'ofx-data-extractor keeps braces now')
assert.equal(NAME, 12, 'ofx-data-extractor keeps the zeros of a name now')
EOF
node run.mjs
