#!/usr/bin/env bash
# parse-full-name 1.2.7: parts of a person’s name
#
# Does: British honours are unknown to it: MBE is a last name, Dame and Rev without a point are first names.
# And a name in capitals is given other letters.
#
# Seen:
#   {
#     'Dr Ada Byron-King MBE': 'Dr|Ada|Byron-King|MBE|',
#     'Dame Ada Byron': '|Dame|Ada|Byron|',
#     'Rev Ada Byron PhD': '|Rev|Ada|Byron|PhD',
#     'ADA MCBYRON': '|Ada||Mcbyron|'
#   }
#
# Guess: titles and letters after a name that are common in English are told apart from names, and letters
# stay.
#
# Matters: Dear Mr MBE.
#
# Handled: A name is one field, kept and greeted as it was typed (tests/unit/names-as-typed.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts parse-full-name@1.2.7

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { parseFullName } = createRequire(import.meta.url)('parse-full-name')
const of = (name) => {
  const { title, first, middle, last, suffix } = parseFullName(name)
  return [title, first, middle, last, suffix].join('|')
}
const seen = Object.fromEntries(['Dr Ada Byron-King MBE', 'Dame Ada Byron', 'Rev Ada Byron PhD', 'ADA MCBYRON'].map((name) => [name, of(name)]))
console.log(seen)
assert.deepEqual(
  seen,
  {
    'Dr Ada Byron-King MBE': 'Dr|Ada|Byron-King|MBE|',
    'Dame Ada Byron': '|Dame|Ada|Byron|',
    'Rev Ada Byron PhD': '|Rev|Ada|Byron|PhD',
    'ADA MCBYRON': '|Ada||Mcbyron|',
  },
  'parse-full-name knows other titles now',
)
EOF
node run.mjs
