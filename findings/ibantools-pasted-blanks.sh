#!/usr/bin/env bash
# ibantools 4.5.4: `electronicFormatIBAN`
#
# Does: it removes blanks and hyphens, and no other white space: an IBAN with no-break spaces or tabs is not
# valid. iban 0.0.14 takes it.
#
# Seen:
#   {
#     blank: { ibantools: true, iban: true },
#     hyphen: { ibantools: true, iban: true },
#     'no-break space': { ibantools: false, iban: true },
#     'narrow no-break space': { ibantools: false, iban: true },
#     tab: { ibantools: false, iban: true }
#   }
#
# Guess: it removes everything that is neither letter nor digit, or all white space at least.
#
# Matters: web pages, PDFs and word processors set IBANs with no-break spaces, and people paste them.
#
# Handled: All white space goes before the package sees the number (tests/unit/bank-numbers.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ibantools@4.5.4 iban@0.0.14

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { createRequire } from 'node:module'

const { isValid } = createRequire(import.meta.url)('iban')
const seen = Object.fromEntries(
  Object.entries({ blank: ' ', hyphen: '-', 'no-break space': '\u00a0', 'narrow no-break space': '\u202f', tab: '\t' }).map(([name, between]) => {
    const typed = 'GB29 NWBK 6016 1331 9268 19'.replaceAll(' ', between)
    return [name, { ibantools: isValidIBAN(electronicFormatIBAN(typed)), iban: isValid(typed) }]
  }),
)
console.log(seen)
assert.deepEqual(
  seen,
  {
    blank: { ibantools: true, iban: true },
    hyphen: { ibantools: true, iban: true },
    'no-break space': { ibantools: false, iban: true },
    'narrow no-break space': { ibantools: false, iban: true },
    tab: { ibantools: false, iban: true },
  },
  'electronicFormatIBAN removes other blanks now',
)
EOF
node run.mjs
