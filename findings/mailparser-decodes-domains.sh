#!/usr/bin/env bash
# nodemailer 10.6.1 writes, mailparser 3.14.2 and postal-mime 4.0.0 read: an address in a domain with an
# umlaut
#
# Does: of one header one gives the domain in letters and the other as it stands.
#
# Seen:
#   {
#     header: 'To: ada@xn--bcher-kva.example',
#     mailparser: 'ada@bücher.example',
#     'postal-mime': 'ada@xn--bcher-kva.example'
#   }
#
# Guess: a reader of mail gives the address that is in the mail.
#
# Matters: a customer is found by the address, and one spelling finds no account of the other.
#
# Handled: The shop compares addresses as they are stored and answers by its own outbox
# (tests/api/email-files.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1 postal-mime@4.0.0 mailparser@3.14.2

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import nodemailer from 'nodemailer'
import { createRequire } from 'node:module'
import PostalMime from 'postal-mime'

const require = createRequire(import.meta.url)
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
const write = async (more) => (await transport.sendMail({ from: 'shop@example.com', to: 'ada@example.com', subject: 'S', text: 'T', ...more })).message

const { simpleParser } = require('mailparser')
const message = await write({ to: 'ada@bücher.example' })
const seen = {
  header: /^To:.*$/m.exec(message.toString())?.[0],
  mailparser: (await simpleParser(message)).to.value[0].address,
  'postal-mime': (await PostalMime.parse(message)).to[0].address,
}
console.log(seen)
assert.deepEqual(
  seen,
  { header: 'To: ada@xn--bcher-kva.example', mailparser: 'ada@bücher.example', 'postal-mime': 'ada@xn--bcher-kva.example' },
  'The readers give the domain otherwise now',
)
EOF
node run.mjs
