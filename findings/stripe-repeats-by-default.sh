#!/usr/bin/env bash
# stripe 23.1.0: an answer of 500
#
# Does: each request is repeated twice by default, also one that makes a refund (with an idempotency key of
# its own making).
#
# Seen:
#   [ 'POST /v1/refunds', 'POST /v1/refunds', 'POST /v1/refunds' ]
#
# Guess: once: repeating is asked for by `maxNetworkRetries`, as it was for years.
#
# Matters: the time that a call may take is three times its `timeout` and pauses between; a caller who repeats
# too makes nine.
#
# Handled: The shop says one repetition, and its own keys (src/server/billing/stripe/stripe-client.ts;
# tests/api/payments.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts stripe@23.1.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import Stripe from 'stripe'

const asked = []
let status = 200
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  request.resume().on('end', () => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(status === 200 ? '{"object":"list","data":[]}' : '{"error":{"type":"api_error","message":"down"}}')
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const stripe = new Stripe('sk_test_x', { host: '127.0.0.1', port: server.address().port, protocol: 'http' })

status = 500
await stripe.refunds.create({ payment_intent: 'pi_1' }).catch(() => null)
server.close()
console.log(asked)
assert.deepEqual(asked, Array.from({ length: 3 }, () => 'POST /v1/refunds'), 'stripe repeats requests otherwise now')
EOF
node run.mjs
