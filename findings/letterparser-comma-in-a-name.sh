#!/usr/bin/env bash
# nodemailer 10.6.1 writes, letterparser 0.1.8 and postal-mime 4.0.0 read: a name with a comma
#
# Does: letterparser decodes a header before it looks for commas: Müller, Hans becomes two recipients, of whom
# one has the address Müller.
#
# Seen:
#   {
#     header: 'To: =?UTF-8?Q?M=C3=BCller=2C_Hans?= <hans@example.com>',
#     letterparser: [ [ 'Müller', null ], [ 'hans@example.com', 'Hans' ] ],
#     'postal-mime': [ [ 'hans@example.com', 'Müller, Hans' ] ]
#   }
#
# Guess: encoded words are opaque until the addresses are told apart (RFC 2047).
#
# Matters: an answer to all goes to an address that is none.
#
# Handled: The shop writes by nodemailer and reads what it wrote by postal-mime, names and all
# (tests/api/email-files.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1 postal-mime@4.0.0 letterparser@0.1.8

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import nodemailer from 'nodemailer'
import { createRequire } from 'node:module'
import PostalMime from 'postal-mime'

const require = createRequire(import.meta.url)
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
const write = async (more) => (await transport.sendMail({ from: 'shop@example.com', to: 'ada@example.com', subject: 'S', text: 'T', ...more })).message

const { extract } = require('letterparser')
const message = await write({ to: { name: 'Müller, Hans', address: 'hans@example.com' } })
const seen = {
  header: /^To:.*$/m.exec(message.toString())?.[0],
  letterparser: extract(message.toString()).to.map(({ address, name }) => [address, name ?? null]),
  'postal-mime': (await PostalMime.parse(message)).to.map(({ address, name }) => [address, name]),
}
console.log(seen)
assert.deepEqual(
  seen,
  {
    header: 'To: =?UTF-8?Q?M=C3=BCller=2C_Hans?= <hans@example.com>',
    letterparser: [['Müller', null], ['hans@example.com', 'Hans']],
    'postal-mime': [['hans@example.com', 'Müller, Hans']],
  },
  'letterparser reads the name otherwise now',
)
EOF
node run.mjs
