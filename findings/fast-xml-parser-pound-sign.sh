#!/usr/bin/env bash
# fast-xml-parser 5.12.1: a character by its number
#
# Does: by default the five names are decoded and numbers are not: &#163; stays as it is, unless
# `htmlEntities` is set.
#
# Seen:
#   {
#     'fast-xml-parser': 'Smith & Sons &#163;5',
#     xml2js: 'Smith & Sons £5'
#   }
#
# Guess: both: a reference by number is part of XML itself, and no matter of HTML.
#
# Matters: bank statements and accounting programs write pound signs and umlauts that way.
#
# Handled: XML is read by sax, which decodes both (tests/unit/readings-of-cards.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fast-xml-parser@5.12.1 xml2js@0.6.2 sax@1.6.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { XMLParser } from 'fast-xml-parser'
import { createRequire } from 'node:module'

const xml2js = createRequire(import.meta.url)('xml2js')
const file = '<?xml version="1.0"?><name>Smith &amp; Sons &#163;5</name>'
const seen = { 'fast-xml-parser': new XMLParser().parse(file).name, xml2js: (await xml2js.parseStringPromise(file)).name }
console.log(seen)
assert.deepEqual(
  seen,
  { 'fast-xml-parser': 'Smith & Sons &#163;5', xml2js: 'Smith & Sons £5' },
  'fast-xml-parser treats characters by number otherwise now',
)
EOF
node run.mjs
