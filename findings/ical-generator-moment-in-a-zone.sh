#!/usr/bin/env bash
# ical-generator 10.2.0: an event in a time zone
#
# Does: of a Date it takes the hours that the machine’s own zone has, and writes them beside the name of the
# event’s zone: eight o’clock UTC in summer is 08:00 in London on a server in UTC, and 04:00 on one in New
# York.
#
# Seen:
#   UTC {
#     London: 'DTSTART;TZID=Europe/London:20260701T080000',
#     none: 'DTSTART:20260701T080000Z'
#   }
#   America/New_York {
#     London: 'DTSTART;TZID=Europe/London:20260701T040000',
#     none: 'DTSTART:20260701T080000Z'
#   }
#
# Guess: 20260701T090000: a Date is a moment, and the zone says how it is written.
#
# Matters: a customer would come an hour early all summer, and tests in winter see nothing of it.
#
# Handled: Days and months are those of the business’s zone, whatever the machine’s
# (tests/api/dashboard.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical-generator@10.2.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import ical from 'ical-generator'

const start = new Date('2026-07-01T08:00:00Z')
function line(more) {
  const calendar = ical()
  calendar.createEvent({ id: 'visit', summary: 'Visit', start, ...more })
  return /^DTSTART.*$/m.exec(calendar.toString())[0].trimEnd()
}
const seen = { London: line({ timezone: 'Europe/London' }), none: line({}) }
console.log(process.env.TZ, seen)
const hours = process.env.TZ === 'UTC' ? '08' : '04'
assert.deepEqual(
  seen,
  { London: `DTSTART;TZID=Europe/London:20260701T${hours}0000`, none: 'DTSTART:20260701T080000Z' },
  'ical-generator writes moments otherwise now',
)
EOF
for zone in UTC America/New_York; do TZ=$zone node run.mjs; done
