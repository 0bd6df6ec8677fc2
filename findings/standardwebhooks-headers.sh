#!/usr/bin/env bash
# standardwebhooks 1.1.1: `verify`
#
# Does: headers must be a plain object: of the Headers that fetch and most frameworks give, all three are
# missing. And a body that is signed rightly and is no JSON raises a SyntaxError, not a
# WebhookVerificationError.
#
# Seen:
#   {
#     object: { a: 1 },
#     Headers: 'WebhookVerificationError: Missing required headers',
#     'no JSON': `SyntaxError: Unexpected token 'a', "a=1" is not va`
#   }
#
# Guess: both kinds of headers are read; a signature is right whatever the body says.
#
# Matters: a receiver of the shop’s webhooks takes a good message for a forged one.
#
# Handled: The shop signs by itself and sends JSON; the receiver of its tests gives a plain object
# (tests/api/webhooks.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts standardwebhooks@1.1.1

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
const at = new Date()
const signed = (body) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': webhook.sign('msg_1', at, body),
})
const of = (body, headers) => {
  try {
    return webhook.verify(body, headers)
  } catch (error) {
    return `${error.name}: ${error.message}`.slice(0, 50)
  }
}
const seen = {
  object: of('{"a":1}', signed('{"a":1}')),
  Headers: of('{"a":1}', new Headers(signed('{"a":1}'))),
  'no JSON': of('a=1', signed('a=1')),
}
console.log(seen)
assert.deepEqual(seen.object, { a: 1 })
assert.match(String(seen.Headers), /Missing required headers/, 'standardwebhooks reads Headers now')
assert.match(String(seen['no JSON']), /^SyntaxError/, 'standardwebhooks takes other bodies than JSON now')
EOF
node run.mjs
