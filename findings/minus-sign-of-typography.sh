#!/usr/bin/env bash
# currency.js 2.0.4 and accounting 0.4.1: amounts that were typed or pasted
#
# Does: the minus sign U+2212 is dropped without a word: of -5 as Intl writes it in Swedish, Norwegian or
# Finnish both make plus 5.
#
# Seen:
#   [
#     { text: '−5', code: '2212', currency: 5, accounting: 5 },
#     { text: '−5', code: '2212', currency: 5, accounting: 5 },
#     { text: '−5', code: '2212', currency: 5, accounting: 5 }
#   ]
#
# Guess: it is a minus, or the text is refused.
#
# Matters: a bank’s export or a spreadsheet set in such a language turns money out into money in.
#
# Handled: An amount that is typed with this sign is refused (tests/unit/amounts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts currency.js@2.0.4 accounting@0.4.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import currency from 'currency.js'
import { createRequire } from 'node:module'

const { unformat } = createRequire(import.meta.url)('accounting')
// What Intl itself writes for these languages.
const written = ['sv-SE', 'nb-NO', 'fi-FI'].map((language) => new Intl.NumberFormat(language).format(-5))
const seen = written.map((text) => ({ text, code: text.codePointAt(0).toString(16), currency: currency(text).value, accounting: unformat(text) }))
console.log(seen)
for (const one of seen) assert.deepEqual({ ...one, text: '' }, { text: '', code: '2212', currency: 5, accounting: 5 }, 'The minus sign U+2212 counts now')
EOF
node run.mjs
