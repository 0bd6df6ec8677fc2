#!/usr/bin/env bash
# slugify 1.6.9, limax 4.2.3, transliteration 2.6.1: names of machines as slugs
#
# Does: the plus sign goes without a trace: two different machines, S19j Pro and S19j Pro+, have one slug with
# all three. A pound sign is pound, gbp or ps, and of 9.5 the first makes 95.
#
# Seen:
#   {
#     'S19j Pro': {
#       slugify: 's19j-pro',
#       limax: 's19j-pro',
#       transliteration: 's19j-pro'
#     },
#     'S19j Pro+': {
#       slugify: 's19j-pro',
#       limax: 's19j-pro',
#       transliteration: 's19j-pro'
#     },
#     'PSU £100': {
#       slugify: 'psu-pound100',
#       limax: 'psu-gbp100',
#       transliteration: 'psu-ps100'
#     },
#     'L7 9.5Gh': {
#       slugify: 'l7-95gh',
#       limax: 'l7-9-5gh',
#       transliteration: 'l7-9.5gh'
#     },
#     '110 TH/s': {
#       slugify: '110-ths',
#       limax: '110-th-s',
#       transliteration: '110-th-s'
#     }
#   }
#
# Guess: a sign that tells names apart becomes a word, as the ampersand does, and packages for one purpose
# agree about a pound sign.
#
# Matters: the page of one machine would be that of the other.
#
# Handled: Machines and products are found by number or id; a slug only guesses an address that each product
# may have written out (tests/api/products-admin.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts slugify@1.6.9 limax@4.2.3 transliteration@2.6.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const makers = {
  slugify: (text) => require('slugify')(text, { lower: true, strict: true }),
  limax: require('limax'),
  transliteration: require('transliteration').slugify,
}
const of = (text) => Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(text)]))
const seen = Object.fromEntries(['S19j Pro', 'S19j Pro+', 'PSU £100', 'L7 9.5Gh', '110 TH/s'].map((text) => [text, of(text)]))
console.log(seen)
assert.deepEqual(
  seen,
  {
    'S19j Pro': { slugify: 's19j-pro', limax: 's19j-pro', transliteration: 's19j-pro' },
    'S19j Pro+': { slugify: 's19j-pro', limax: 's19j-pro', transliteration: 's19j-pro' },
    'PSU £100': { slugify: 'psu-pound100', limax: 'psu-gbp100', transliteration: 'psu-ps100' },
    'L7 9.5Gh': { slugify: 'l7-95gh', limax: 'l7-9-5gh', transliteration: 'l7-9.5gh' },
    '110 TH/s': { slugify: '110-ths', limax: '110-th-s', transliteration: '110-th-s' },
  },
  'The packages make other slugs now',
)
EOF
node run.mjs
