#!/usr/bin/env bash
# bitcoin-units 0.3.0: amounts that are texts
#
# Does: an amount given as a text is 0, without an error, whatever the text says. Only numbers are converted.
#
# Seen:
#   '0.5' BTC is 0 satoshis
#   0.5 BTC is 50000000 satoshis
#   '0.5' BTC is 0 mBTC
#
# Guess: a text is read as the amount that it says, as other libraries for money ask for it because numbers
# lose digits; or else it is refused.
#
# Matters: wallets, pools and JSON of nodes carry amounts as texts, so that a payout becomes nothing.
#
# Handled: the shop reckons coins in exact fractions (src/contracts/catalogue/earnings.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bitcoin-units@0.3.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import bitcoin from 'bitcoin-units'

const amounts = [
  ['0.5', 'satoshi'],
  [0.5, 'satoshi'],
  ['0.5', 'mBTC'],
].map(([amount, unit]) => bitcoin(amount, 'BTC').to(unit).value())
console.log(`'0.5' BTC is ${amounts[0]} satoshis\n0.5 BTC is ${amounts[1]} satoshis\n'0.5' BTC is ${amounts[2]} mBTC`)
assert.deepEqual(amounts, [0, 50_000_000, 0], 'bitcoin-units reads texts otherwise now')
EOF
node run.mjs
