#!/usr/bin/env bash
# client-zip 2.5.1: a file from before 1980
#
# Does: the years wrap round: 1970, the date of files that have none, becomes 2098.
#
# Seen:
#   { '1970': '2098-01-01 12:00', '1979': '2107-12-31 12:00' }
#
# Guess: the first of January 1980, the earliest that the format has.
#
# Matters: cameras and phones without a clock give such dates, and backups pass over files from the future, or
# never end replacing them.
#
# Handled: Archives of the shop give files the moment of their making (tests/api/export.test.ts).
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

const seen = { 1970: (await entry('1970-01-01T12:00:00Z')).at, 1979: (await entry('1979-12-31T12:00:00Z')).at }
console.log(seen)
assert.deepEqual(seen, { 1970: '2098-01-01 12:00', 1979: '2107-12-31 12:00' }, 'client-zip writes old dates otherwise now')
EOF
TZ=UTC node run.mjs
