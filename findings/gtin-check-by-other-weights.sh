#!/usr/bin/env bash
# @ericblade/barcode-validator 2.4.1, beside barcoder 2.0.1: check digits of GTINs
#
# Does: it weighs the digits of a GTIN of eight or thirteen digits the other way round: in place of
# 4006381333931 it takes 4006381333937. Some codes pass both ways by chance. Codes of books and of twelve
# digits are reckoned rightly.
#
# Seen:
#   Map(5) {
#     '4006381333931' => { validator: false, barcoder: true },
#     '4006381333937' => { validator: true, barcoder: false },
#     '40170725' => { validator: false, barcoder: true },
#     '9780306406157' => { validator: true, barcoder: true },
#     '012345678905' => { validator: true, barcoder: true }
#   }
#
# Guess: a package for nothing but such digits takes the code of any product in a shop.
#
# Matters: most retail codes would be refused, and mistyped ones taken.
#
# Handled: Products are not found by retail codes; what is scanned is compared whole
# (tests/api/scanning.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @ericblade/barcode-validator@2.4.1 barcoder@2.0.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const validator = require('@ericblade/barcode-validator')
const barcoder = require('barcoder')
const codes = ['4006381333931', '4006381333937', '40170725', '9780306406157', '012345678905']
const seen = new Map(codes.map((code) => [code, { validator: validator(code).valid, barcoder: barcoder.validate(code) }]))
console.log(seen)
assert.deepEqual(
  [...seen.values()].map((each) => each.validator),
  [false, true, false, true, true],
  'barcode-validator weighs digits otherwise now',
)
assert.deepEqual(
  [...seen.values()].map((each) => each.barcoder),
  [true, false, true, true, true],
)
EOF
node run.mjs
