#!/usr/bin/env bash
# client-zip 2.5.1: the times of files
#
# Does: the time of a file is in the zone of the machine that makes the archive, and no extra field says the
# moment itself.
#
# Seen:
#   { zone: 'Europe/London', at: '2026-07-02 00:30', extra: 0 }
#
# Guess: UTC, or the extra field with the moment, which the format has beside the old one.
#
# Matters: two servers make two different archives of the same data, and a file can be of the next day.
#
# Handled: Times stand in the files themselves, in UTC (tests/api/export.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts client-zip@2.5.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { makeZip } from 'client-zip'

/** Time and date of the first file, as the format of MS-DOS has them, and the length of its extra field. */
async function entry(date) {
  const bytes = Buffer.from(await new Response(makeZip([{ name: 'a.txt', lastModified: new Date(date), input: 'a' }])).arrayBuffer())
  const [time, day] = [bytes.readUInt16LE(10), bytes.readUInt16LE(12)]
  const two = (number) => String(number).padStart(2, '0')
  return {
    at: `${1980 + (day >> 9)}-${two((day >> 5) & 15)}-${two(day & 31)} ${two(time >> 11)}:${two((time >> 5) & 63)}`,
    extra: bytes.readUInt16LE(28),
  }
}

const seen = { zone: process.env.TZ, ...(await entry('2026-07-01T23:30:00Z')) }
console.log(seen)
assert.deepEqual(seen, { zone: 'Europe/London', at: '2026-07-02 00:30', extra: 0 }, 'client-zip writes times otherwise now')
EOF
TZ=Europe/London node run.mjs
