#!/usr/bin/env bash
# phone 3.1.72: checks and normalises telephone numbers
#
# Does: landlines are not valid unless `validateMobilePrefix` is false, and everything from 070 to 079 counts
# as a mobile number, also personal numbers, which cost what premium numbers do, and pagers.
#
# Seen:
#   {
#     'landline in London': false,
#     'the same, asked not to look at prefixes': true,
#     mobile: true,
#     'personal number at a premium': true,
#     'pager, a range that is not given out': true
#   }
#
# Guess: a number is valid if it can be called, and 070 is no mobile number.
#
# Matters: business customers give landlines; codes sent to 070 cost the shop.
#
# Handled: Contact numbers of all kinds are taken; codes go to no personal, premium and pager numbers
# (tests/api/mfa-phone.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts phone@3.1.72

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { phone } = createRequire(import.meta.url)('phone')
const valid = (number, more) => phone(number, { country: 'GBR', ...more }).isValid
const seen = {
  'landline in London': valid('020 7946 0958'),
  'the same, asked not to look at prefixes': valid('020 7946 0958', { validateMobilePrefix: false }),
  mobile: valid('07911 123456'),
  'personal number at a premium': valid('070 1234 5678'),
  'pager, a range that is not given out': valid('076 1234 5678'),
}
console.log(seen)
assert.deepEqual(
  seen,
  {
    'landline in London': false,
    'the same, asked not to look at prefixes': true,
    mobile: true,
    'personal number at a premium': true,
    'pager, a range that is not given out': true,
  },
  'phone judges British numbers otherwise now',
)
EOF
node run.mjs
