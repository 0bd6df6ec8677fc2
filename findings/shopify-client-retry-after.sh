#!/usr/bin/env bash
# @shopify/storefront-api-client 2.0.0: an answer of 429
#
# Does: with `retries` it asks again at once, whatever Retry-After says.
#
# Seen:
#   { calls: 2, name: 'A', 'waited three seconds': false }
#
# Guess: it waits as long as the platform asks for.
#
# Matters: a shop that is held back is held back for longer.
#
# Handled: The shop repeats by itself and waits as long as Retry-After says (tests/api/shopify-cases.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @shopify/storefront-api-client@2.0.0

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { createStorefrontApiClient } from '@shopify/storefront-api-client'

const ask = (answer, more = {}) => {
  let calls = 0
  const client = createStorefrontApiClient({
    storeDomain: 'shop.example',
    apiVersion: '2026-10',
    publicAccessToken: 'token',
    customFetchApi: async () => answer((calls += 1)),
    ...more,
  })
  return client.request('query { shop { name } }').then((result) => ({ calls, ...result }))
}
const json = (status, headers = {}) => new Response('{"data":{"shop":{"name":"A"}}}', { status, headers: { 'Content-Type': 'application/json', ...headers } })

const begun = Date.now()
const { calls, data } = await ask((call) => (call === 1 ? json(429, { 'Retry-After': '3' }) : json(200)), { retries: 1 })
const seen = { calls, name: data.shop.name, 'waited three seconds': Date.now() - begun >= 3000 }
console.log(seen)
assert.deepEqual(seen, { calls: 2, name: 'A', 'waited three seconds': false }, 'The client heeds Retry-After now')
EOF
node run.mjs
