#!/usr/bin/env bash
# stripe 23.1.0: `retrieve` with an empty id
#
# Does: an empty text as the id asks for the list, and the answer, a list, is given as a payment intent.
#
# Seen:
#   [ 'GET /v1/payment_intents/' ] list
#
# Guess: an error before anything is asked.
#
# Matters: a payment whose id is missing would have no status and no amount, without an error.
#
# Handled: Ids of Stripe are stored as they came, or null, and answers are checked by schema
# (tests/api/stripe-webhooks.test.ts).
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

const answer = await stripe.paymentIntents.retrieve('')
server.close()
console.log(asked, answer.object)
assert.deepEqual([asked, answer.object], [['GET /v1/payment_intents/'], 'list'], 'stripe treats an empty id otherwise now')
EOF
node run.mjs
