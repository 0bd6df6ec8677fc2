#!/usr/bin/env bash
# node-email-reply-parser 0.1.4, beside email-reply-parser 2.3.7: what somebody has answered
#
# Does: any line that begins with two hyphens begins the signature, whatever comes after them: the rest of
# the message is hidden. email-reply-parser gives all of it.
#
# Seen:
#   {
#     node: 'Pool 1 works.',
#     other: 'Pool 1 works.\n--pool 2 is down\nPlease repair both.'
#   }
#
# Guess: a signature begins at two hyphens and a blank that have a line for themselves.
#
# Matters: people list faults so, and quote the options of programs; what they ask for would be missing.
#
# Handled: What customers write is kept and shown whole (tests/api/contact-inbox.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-email-reply-parser@0.1.4 email-reply-parser@2.3.7

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const parse = require('node-email-reply-parser')
const Other = require('email-reply-parser').default ?? require('email-reply-parser')
const message = 'Pool 1 works.\n--pool 2 is down\nPlease repair both.'
const seen = { node: parse(message, true), other: new Other().read(message).getVisibleText() }
console.log(seen)
assert.deepEqual(seen, { node: 'Pool 1 works.', other: message }, 'node-email-reply-parser hides less now')
EOF
node run.mjs
