#!/usr/bin/env bash
# @pacote/computus 1.2.9, easter-date 1.2.0, pascua 3.0.8: the date of Easter
#
# Does: one gives midnight of the machine’s own zone, one midnight UTC. Easter falls into British Summer Time
# in most years: in London the former’s ISO date is the Saturday.
#
# Seen:
#   {
#     zone: 'Europe/London',
#     computus: '2026-04-04',
#     'easter-date': '2026-04-05',
#     pascua: '2026-04-05'
#   }
#
# Guess: packages for the same date give the same Date, or none.
#
# Matters: Good Friday and Easter Monday are counted from it, and with them every promise in business days.
#
# Handled: The shop takes year, month and day as numbers (tests/unit/business-days.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @pacote/computus@1.2.9 easter-date@1.2.0 pascua@3.0.8

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { getEaster } from 'easter-date'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { gregorian } = require('@pacote/computus')
const pascua = require('pascua').default
const iso = (date) => date.toISOString().slice(0, 10)
const seen = { zone: process.env.TZ, computus: iso(gregorian(2026)), 'easter-date': iso(getEaster(2026)), pascua: String(pascua(2026)) }
console.log(seen)
assert.deepEqual(
  seen,
  { zone: 'Europe/London', computus: '2026-04-04', 'easter-date': '2026-04-05', pascua: '2026-04-05' },
  'The packages give Easter otherwise now',
)
EOF
TZ=Europe/London node run.mjs
