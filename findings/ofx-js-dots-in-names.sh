#!/usr/bin/env bash
# ofx-js 1.1.1: elements of OFX with a dot in their name
#
# Does: it takes the dot out of the names of elements, so that <INTU.BID> becomes INTUBID.
#
# Seen:
#   [ 'LANGUAGE', 'INTUBID', 'INTUUSERID' ]
#
# Guess: an element has the name that the file gives it. A dot is how OFX marks the elements of a maker (OFX 1.6,
# 2.7), and nearly each file for Quicken has INTU.BID, which names the bank.
#
# Matters: who looks for the bank under its own name finds none.
#
# Handled: Names keep their dots; the shop knows a bank’s file by its account’s number
# (tests/unit/bank-files.test.ts, ofx-unclosed.ofx).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ofx-js@1.1.1

cat >run.cjs <<'EOF'
const assert = require('node:assert/strict')
const { parseSync } = require('ofx-js')

const file = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><SONRS><LANGUAGE>ENG\n<INTU.BID>3000\n<INTU.USERID>anna\n</SONRS></OFX>\n'
const seen = Object.keys(parseSync(file).OFX.SONRS)
console.log(seen)
assert.deepEqual(seen, ['LANGUAGE', 'INTUBID', 'INTUUSERID'], 'ofx-js names elements otherwise now')
EOF
node run.cjs
