#!/usr/bin/env bash
# ofx-js 1.1.1: elements of OFX in small letters
#
# Does: where the outermost element is written <ofx>, it throws no error and answers a header and the text
# 'undefined' for the statement.
#
# Seen:
#   OFX: { SONRS: { LANGUAGE: 'ENG' } }
#   ofx: undefined (string)
#
# Guess: elements of SGML are read in any case, or the file is refused.
#
# Matters: a file that is whole looks like one without a statement; who reads `found.OFX?.BANKMSGSRSV1` sees no
# payments and no error.
#
# Handled: Names of elements are compared in capitals (tests/unit/bank-files.test.ts, ofx-unclosed.ofx).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ofx-js@1.1.1

cat >run.cjs <<'EOF'
const assert = require('node:assert/strict')
const { parseSync } = require('ofx-js')

const file = (name) => `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<${name}><SONRS><LANGUAGE>ENG\n</SONRS></${name}>\n`
const [large, small] = ['OFX', 'ofx'].map((name) => parseSync(file(name)).OFX)
console.log('OFX:', large)
console.log('ofx:', small, `(${typeof small})`)
assert.equal(large.SONRS.LANGUAGE, 'ENG')
assert.equal(small, 'undefined', 'ofx-js treats small letters otherwise now')
EOF
node run.cjs
