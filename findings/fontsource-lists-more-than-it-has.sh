#!/usr/bin/env bash
# @fontsource-variable/noto-sans-sc 5.3.1: `unicode.json`
#
# Does: of 16,283 code points that the list gives to one of the files, 2,296 are in none of it: one in seven.
#
# Seen:
#   { listed: 16283, missing: 2296 }
#
# Guess: a list that is made with the files says what is in them, but for some at most.
#
# Matters: a document that trusts the list prints empty boxes.
#
# Handled: The list only says where to look; what a file has is asked of the font
# (tests/unit/printed-scripts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @fontsource-variable/noto-sans-sc@5.3.1 fontkit@2.0.4

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { create } from 'fontkit'

const folder = 'node_modules/@fontsource-variable/noto-sans-sc'
const ranges = JSON.parse(readFileSync(`${folder}/unicode.json`, 'utf8'))
let listed = 0
let missing = 0
for (const [subset, list] of Object.entries(ranges)) {
  const file = `${folder}/files/noto-sans-sc-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
  assert.ok(existsSync(file), file)
  const has = new Set(create(readFileSync(file)).characterSet)
  for (const range of list.split(',')) {
    const [first, last = first] = range.trim().slice(2).split('-').map((hex) => Number.parseInt(hex, 16))
    for (let point = first; point <= last; point += 1) {
      listed += 1
      if (!has.has(point)) missing += 1
    }
  }
}
console.log({ listed, missing })
assert.ok(listed > 16_000 && missing > 2_000, 'The list fits its files now')
EOF
node run.mjs
