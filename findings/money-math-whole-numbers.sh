#!/usr/bin/env bash
# money-math 2.6.3: amounts as text
#
# Does: it removes the point and counts cents: an amount without exactly two decimals is taken for cents, so 1
# + 2 is 0.03.
#
# Seen:
#   { '1.00 + 2.00': '3.00', '1 + 2': '0.03', '1.5 + 2.25': '2.40' }
#
# Guess: 3.00, or an error.
#
# Matters: databases and JSON drop the zeros at the end of a decimal.
#
# Handled: Decimals are written with two places before they are compared (tests/unit/decimal-text.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts money-math@2.6.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const money = createRequire(import.meta.url)('money-math')
const seen = { '1.00 + 2.00': money.add('1.00', '2.00'), '1 + 2': money.add('1', '2'), '1.5 + 2.25': money.add('1.5', '2.25') }
console.log(seen)
assert.deepEqual(seen, { '1.00 + 2.00': '3.00', '1 + 2': '0.03', '1.5 + 2.25': '2.40' }, 'money-math takes amounts of fewer than two decimals now')
EOF
node run.mjs
