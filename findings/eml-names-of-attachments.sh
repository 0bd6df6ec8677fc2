#!/usr/bin/env bash
# nodemailer 10.6.1 writes, eml-format 0.6.1, eml-parse-js 1.1.15 and letterparser 0.1.8 read: names of
# attachments
#
# Does: each of the three loses something else: eml-format every name beyond ASCII, eml-parse-js blanks and
# apostrophes, two of them what comes after a semicolon inside the quotes.
#
# Seen:
#   {
#     'Größe.pdf': {
#       'postal-mime': 'Größe.pdf',
#       'eml-format': null,
#       'eml-parse-js': 'Größe.pdf',
#       letterparser: 'Größe.pdf'
#     },
#     '(1) copy, final.pdf': {
#       'postal-mime': '(1) copy, final.pdf',
#       'eml-format': '(1) copy, final.pdf',
#       'eml-parse-js': '(1)copy,final.pdf',
#       letterparser: '(1) copy, final.pdf'
#     },
#     'a;b.pdf': {
#       'postal-mime': 'a;b.pdf',
#       'eml-format': 'a;b.pdf',
#       'eml-parse-js': 'a',
#       letterparser: 'a'
#     },
#     "it's.pdf": {
#       'postal-mime': "it's.pdf",
#       'eml-format': "it's.pdf",
#       'eml-parse-js': 'its.pdf',
#       letterparser: "it's.pdf"
#     }
#   }
#
# Guess: a name in quotation marks, or written as RFC 2231 has it, comes back as it was.
#
# Matters: pictures and invoices that customers send by email lose their names, or their endings.
#
# Handled: The shop writes by nodemailer and reads what it wrote by postal-mime, names and all
# (tests/api/email-files.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1 postal-mime@4.0.0 eml-format@0.6.1 eml-parse-js@1.1.15 letterparser@0.1.8

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import nodemailer from 'nodemailer'
import { createRequire } from 'node:module'
import PostalMime from 'postal-mime'

const require = createRequire(import.meta.url)
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
const write = async (more) => (await transport.sendMail({ from: 'shop@example.com', to: 'ada@example.com', subject: 'S', text: 'T', ...more })).message

import { promisify } from 'node:util'

const format = promisify(require('eml-format').read)
const { readEml } = require('eml-parse-js')
const { extract } = require('letterparser')
const seen = {}
for (const filename of ['Größe.pdf', '(1) copy, final.pdf', 'a;b.pdf', "it's.pdf"]) {
  const message = await write({ attachments: [{ filename, content: 'x' }] })
  const text = message.toString()
  seen[filename] = {
    'postal-mime': (await PostalMime.parse(message)).attachments[0].filename,
    'eml-format': (await format(text)).attachments[0].name ?? null,
    'eml-parse-js': readEml(text).attachments[0].name,
    letterparser: extract(text).attachments[0].filename,
  }
}
console.log(seen)
assert.deepEqual(
  seen,
  {
    'Größe.pdf': { 'postal-mime': 'Größe.pdf', 'eml-format': null, 'eml-parse-js': 'Größe.pdf', letterparser: 'Größe.pdf' },
    '(1) copy, final.pdf': {
      'postal-mime': '(1) copy, final.pdf',
      'eml-format': '(1) copy, final.pdf',
      'eml-parse-js': '(1)copy,final.pdf',
      letterparser: '(1) copy, final.pdf',
    },
    'a;b.pdf': { 'postal-mime': 'a;b.pdf', 'eml-format': 'a;b.pdf', 'eml-parse-js': 'a', letterparser: 'a' },
    "it's.pdf": { 'postal-mime': "it's.pdf", 'eml-format': "it's.pdf", 'eml-parse-js': 'its.pdf', letterparser: "it's.pdf" },
  },
  'The readers name attachments otherwise now',
)
EOF
node run.mjs
