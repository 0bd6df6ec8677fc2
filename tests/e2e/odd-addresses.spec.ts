import fc from 'fast-check'
import { paths, publicPages } from '~/lib/paths'
import { routeRequest, type FuzzRequest } from '../fuzz/support/arbitrary-request'
import { leaksIn } from '../fuzz/support/leaks'
import { replay, seed, share } from '../fuzz/support/runs'
import { sender } from '../fuzz/support/send'
import { expect, test } from './support/fixtures'

/**
 * The addresses of screens and files, and many that are none, with made-up requests to the whole server:
 * what answers calls and documents has its own (tests/fuzz).
 */

/** Beside all those of tests/fuzz. */
const PART = 0.1

const places = [
  ...publicPages,
  paths.auth,
  paths.admin,
  '/admin/orders',
  '/admin/[screen]',
  '/account',
  '/[page]',
  '/[page]/[part]',
  '/_next/data/[build]/index.json',
  '/_next/data/[build]/[page]',
  '/_next/static/[folder]/[file]',
  '/_next/image',
  '/social/[card]',
  '/products/[picture]',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/jwks.json',
]
const known = [
  'products',
  'orders',
  'home.png',
  'index.json',
  'products.json',
  'chunks',
  'main.js',
  'four-fan-miner.svg',
  '404',
  '500',
  '_error',
  'favicon.ico',
]

test('made-up requests of screens and files get answers of our own', async ({ shopUrl, adminState }) => {
  test.setTimeout(300_000)
  const client = sender(Number(new URL(shopUrl).port))
  const cookies = adminState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

  const check = async (cookie: string | undefined, request: FuzzRequest) => {
    const headers = cookie === undefined ? request.headers : { ...request.headers, cookie }
    const { status, body } = await client.send({ ...request, headers })
    const what = `${request.method} ${request.url.slice(0, 300)} answered ${status} (${replay})`
    expect(status < 500, `${what}: ${body.slice(0, 500)}`).toBe(true)
    // Pages name the files of their build.
    if (status >= 400 && !body.startsWith('<!DOCTYPE html>')) expect(leaksIn(body), what).toEqual([])
  }

  try {
    for (const [index, cookie] of [undefined, cookies].entries()) {
      const property = fc.asyncProperty(routeRequest(places, known, fc.string()), (request) => check(cookie, request))
      await fc.assert(property, { seed: seed + index, numRuns: share(PART / 2), endOnFailure: true })
    }
  } finally {
    client.close()
  }
})
