#!/usr/bin/env bash
# bic-from-iban 1.0.0 and iban-to-bic 1.4.0: the BIC of an IBAN
#
# Does: the first looks up the first four characters of the bank’s code in every country. German codes have
# eight: an account at Commerzbank in Cologne gets the BIC of a branch of SEB in Mülheim.
#
# Seen:
#   { 'bic-from-iban': 'ESSEDE5F362', 'iban-to-bic': 'COBADEFFXXX' }
#
# Guess: the whole code is looked up, and the answer is empty for a bank that is not known.
#
# Matters: a BIC on an invoice that belongs to another bank sends transfers back, or away.
#
# Handled: The shop asks for its BIC and derives none (tests/unit/bank-numbers.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bic-from-iban@1.0.0 iban-to-bic@1.4.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
// The example of a German IBAN in the registry of ISO 13616: bank code 37040044, Commerzbank.
const iban = 'DE89370400440532013000'
const seen = { 'bic-from-iban': require('bic-from-iban').getBIC(iban), 'iban-to-bic': require('iban-to-bic').ibanToBic(iban) }
console.log(seen)
assert.deepEqual(seen, { 'bic-from-iban': 'ESSEDE5F362', 'iban-to-bic': 'COBADEFFXXX' }, 'The two packages answer otherwise now')
EOF
node run.mjs
