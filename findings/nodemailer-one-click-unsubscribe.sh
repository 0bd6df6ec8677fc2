#!/usr/bin/env bash
# nodemailer 10.6.1: `list`, the option for the headers of mailing lists
#
# Does: each value but the list’s own name is made an address: List-Unsubscribe=One-Click, which RFC 8058
# asks for to the letter, becomes <http://List-Unsubscribe=One-Click>.
#
# Seen:
#   List-Unsubscribe: <https://example.com/leave>
#   List-Unsubscribe-Post: <http://List-Unsubscribe=One-Click>
#
# Guess: the option knows the headers that begin with List-, and this one, which large mail services ask
# for, is among them.
#
# Matters: mail programs show no button to leave, or take the newsletter for unwanted; and both headers are
# there.
#
# Handled: Both headers are written as headers (tests/api/contact-inbox.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import nodemailer from 'nodemailer'

const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
const list = { unsubscribe: 'https://example.com/leave', 'unsubscribe-post': 'List-Unsubscribe=One-Click' }
const { message } = await transport.sendMail({ from: 'shop@example.com', to: 'ada@example.com', subject: 'News', text: 'News', list })
const seen = message.toString().match(/^List-.*$/gm)
console.log(seen.join('\n'))
assert.deepEqual(
  seen.map((line) => line.trimEnd()),
  ['List-Unsubscribe: <https://example.com/leave>', 'List-Unsubscribe-Post: <http://List-Unsubscribe=One-Click>'],
  'nodemailer writes the header otherwise now',
)
EOF
node run.mjs
