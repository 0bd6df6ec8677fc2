#!/usr/bin/env bash
# csv-parse 7.0.3: `cast: true`
#
# Does: 0x1A, a number to JavaScript, is found to be one and then read as 0. Telephone numbers lose their
# plus, part numbers their zeros.
#
# Seen:
#   [ 0, 12, 441632960000, 1000, '12abc' ]
#
# Guess: 26, or the text.
#
# Matters: codes of errors and revisions of boards are written that way, and all of them become 0.
#
# Handled: Cells are texts, and each field reads its own; 0x10 is no amount (tests/unit/amounts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'

const [seen] = parse('0x1A,0012,+441632960000,1e3,12abc\n', { cast: true })
console.log(seen)
assert.deepEqual(seen, [0, 12, 441632960000, 1000, '12abc'], 'csv-parse casts otherwise now')
EOF
node run.mjs
