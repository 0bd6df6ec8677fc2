#!/usr/bin/env bash
# node-ofx-parser 0.5.1, ofx-data-extractor 1.5.0, ofx-js 1.1.1: readers of OFX statements
#
# Does: of `Smith &amp; Sons` the first makes `Smith &amp;amp;amp; Sons`, the second leaves it as it is in the
# file, and only the third gives `Smith & Sons`.
#
# Seen:
#   {
#     'node-ofx-parser': 'Smith &amp;amp;amp; Sons',
#     'ofx-data-extractor': 'Smith &amp; Sons',
#     'ofx-js': 'Smith & Sons'
#   }
#
# Guess: all give `Smith & Sons`: OFX escapes the ampersand as SGML and XML do.
#
# Matters: a payer is found by name, and many firms have an ampersand in theirs.
#
# Handled: The shop trusts no package with the days, signs, cents and texts of bank files
# (tests/api/bank-import.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-ofx-parser@0.5.1 ofx-data-extractor@1.5.0 ofx-js@1.1.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const head = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
const body = `<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>GBP<BANKTRANLIST><DTSTART>20261101<DTEND>20261127<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261127<TRNAMT>12.50<FITID>1<NAME>Smith &amp; Sons</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const file = `${head}${body.replaceAll('<', '\n<').trim()}\n`
const statement = ({ OFX }) => OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST
const seen = {
  'node-ofx-parser': statement(require('node-ofx-parser').parse(file)).STMTTRN.NAME,
  'ofx-data-extractor': new (require('ofx-data-extractor').Ofx)(file).getBankTransferList()[0].NAME,
  'ofx-js': statement(await require('ofx-js').parse(file)).STMTTRN.NAME,
}
console.log(seen)
assert.deepEqual(
  seen,
  { 'node-ofx-parser': 'Smith &amp;amp;amp; Sons', 'ofx-data-extractor': 'Smith &amp; Sons', 'ofx-js': 'Smith & Sons' },
  'A reader of OFX treats &amp; otherwise now',
)
EOF
node run.mjs
