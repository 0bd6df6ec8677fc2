#!/usr/bin/env bash
# @shopify/storefront-api-client 2.0.0: the content type of GraphQL
#
# Does: an answer of type application/graphql-response+json, which the specification of GraphQL over HTTP asks
# servers for, is an error, and its data are lost.
#
# Seen:
#   {
#     data: undefined,
#     message: 'GraphQL Client: Response returned unexpected Content-Type: application/graphql-response+json'
#   }
#
# Guess: it is taken as application/json is.
#
# Matters: a proxy or a double of the platform that follows the specification seems to be down.
#
# Handled: The double of the tests answers as the platform does today; a failure is shown and the stored list
# stays (tests/api/shopify-faults.test.ts).
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

const { data, errors } = await ask(() => json(200, { 'Content-Type': 'application/graphql-response+json' }))
console.log({ data, message: errors?.message })
assert.equal(data, undefined, 'The client takes application/graphql-response+json now')
assert.match(errors.message, /unexpected Content-Type/)
EOF
node run.mjs
