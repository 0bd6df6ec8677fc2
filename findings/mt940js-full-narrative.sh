#!/usr/bin/env bash
# mt940js 1.3.5: a text of field 86 that is full
#
# Does: it keeps 390 characters of the field and counts the ends of lines among them, so that a text of six full
# lines of 65 loses its last five characters without a word.
#
# Seen:
#   [ 65, 65, 65, 65, 65, 60 ] ending in INV-2026-
#
# Guess: the field’s six lines of 65 characters (SWIFT, MT 940) are kept, or a longer one is refused.
#
# Matters: the payer’s reference often stands last; a payment without it is put against no invoice.
#
# Handled: A narrative is kept whole, and bounded where lines are made of it (tests/unit/bank-files.test.ts,
# mt940-wrapped-times.sta).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mt940js@1.3.5

cat >run.cjs <<'EOF'
const assert = require('node:assert/strict')
const { Parser } = require('mt940js')

const lines = [1, 2, 3, 4, 5].map((line) => String(line).padEnd(65, '.'))
const text = [...lines, 'INV-2026-00042'.padStart(65, '.')].join('\n')
const statement = `:20:S1\n:25:GB29NWBK60161331926819\n:28C:1/1\n:60F:C261126EUR10,00\n:61:2611271127C30,00NMSCREF\n:86:${text}\n:62F:C261127EUR40,00\n-\n`
const [{ transactions }] = new Parser().parse(statement)
const read = transactions[0].details.split('\n')
const seen = read.map((line) => line.length)
console.log(seen, 'ending in', read.at(-1).replace(/^\.+/, ''))
assert.deepEqual(seen, [65, 65, 65, 65, 65, 60], 'mt940js keeps another part of a full text now')
EOF
node run.cjs
