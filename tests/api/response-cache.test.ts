import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveTopic } from '~/contracts/site/site'
import { publicPages } from '~/lib/paths'
import { createRequestListener } from '~/server/http/request-listener'
import { cacheCounts, createCachedPages, type CachedPages } from '~/server/http/response-cache/cached-pages'
import { siteTexts } from '~/server/http/response-cache/page-responses'
import { securityHeaders } from '~/server/http/security-headers'
import { createLimitedServer } from '~/server/http/server'
import { createLogger } from '~/server/platform/log'
import { PageState } from '~/server/site/page-state'
import { keepPagesFresh } from '~/server/site/regenerate'
import { ask, close, listen } from '../setup/loopback'

const BUILD = 'build-1'
const TEXT = 'A text that is long enough to be worth compressing. '.repeat(40)

/** Stands where Next does: pages say which version they are; every request that gets here is written down. */
class Origin {
  version = 1
  asked: string[] = []
  headers: Record<string, string> = { 'cache-control': 's-maxage=31536000' }
  /** Held back until it resolves. */
  regenerating: Promise<unknown> = Promise.resolve()

  readonly handler = async (req: IncomingMessage, res: ServerResponse) => {
    const url = req.url ?? ''
    this.asked.push(`${req.method ?? ''} ${url}`)
    if (url === '/api/internal/regenerate') await this.regenerating
    const path = url.split('?')[0] ?? ''
    const isPrivate = /^\/(?:auth|account|admin|api)\b/.test(path)
    const headers = isPrivate ? { 'cache-control': 'private, no-store', 'set-cookie': 'mark=1' } : this.headers
    const isAway = path.endsWith('/s2-away')
    const type = path.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8'
    res.writeHead(isAway ? 503 : 200, { 'content-type': type, ...headers })
    res.end(`version ${this.version} of ${path} ${TEXT}`)
  }
}

let origin: Origin
let cache: CachedPages
let server: Server
let port: number
/** The day of the shop. */
let today = '2026-11-28'
/** The files that were read, in their order. */
let reads: string[]

beforeEach(async () => {
  origin = new Origin()
  const headers = securityHeaders({ siteUrl: 'http://localhost:3000' })
  const picture = { body: Buffer.from('not really a picture'), contentType: 'image/png', caching: [['Cache-Control', 'public']] as const }
  reads = []
  const readAs = (name: string) => () => {
    reads.push(name)
    if (name === 'late' && reads.length === 1) throw new Error('ENOENT')
    return { ...picture }
  }
  const files = [
    { addresses: ['/_next/static/a[b].js', '/_next/static/a%5Bb%5D.js'], read: readAs('script') },
    { addresses: ['/api/openapi.json'], read: readAs('late') },
  ]
  const products = { isProduct: (slug: string) => slug.startsWith('s2'), today: () => today }
  cache = createCachedPages({ handler: origin.handler, buildId: BUILD, files, headers, products })
  await Promise.all(siteTexts.map(cache.refreshAddress))
  await cache.refresh(publicPages)
  server = createLimitedServer(
    createRequestListener(cache, headers, (req, res) => void origin.handler(req, res)),
    headers,
    10,
  )
  port = await listen(server)
  origin.asked = []
})
afterEach(() => close(server))

const page = (version: number, path: string) => `version ${version} of ${path} ${TEXT}`

describe('what the response cache sends', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip;q=0.2', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['identity;q=0, *', 'br'],
    ['*', 'br'],
    ['BR', 'br'],
    ['deflate, zstd', undefined],
    ['br;q=0, *;q=0.5', 'gzip'],
  ])('for Accept-Encoding %j is %s', async (accepted, encoding) => {
    const { status, headers, body } = await ask(port, '/', accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-length']).toBe(String(body.length))
    expect(headers.vary).toBe('Accept-Encoding')
    const unpacked = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
    expect(unpacked.toString()).toBe(page(1, '/'))
    expect(origin.asked).toEqual([])
  })

  it('is a refusal that nobody keeps where no encoding is accepted, not even none', async () => {
    for (const accepted of ['identity;q=0', '*;q=0', 'zstd, identity;q=0']) {
      const { status, headers } = await ask(port, '/', { 'accept-encoding': accepted })
      expect(status, accepted).toBe(406)
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('is named by a strong tag for each encoding, and 304 for whoever has it', async () => {
    const tags = new Map<string, string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await ask(port, '/products', { 'accept-encoding': encoding })
      expect(headers.etag).toMatch(/^"[\w-]+"$/)
      tags.set(encoding, headers.etag ?? '')
    }
    expect(new Set(tags.values()).size).toBe(3)
    const br = tags.get('br') ?? ''
    const again = (noneMatch: string, more = {}) =>
      ask(port, '/products', { 'accept-encoding': 'br', 'if-none-match': noneMatch, ...more }).then(({ status }) => status)
    for (const noneMatch of [br, `W/${br}`, `"other", ${br}`, '*']) expect(await again(noneMatch), noneMatch).toBe(304)
    expect(await again('"other"')).toBe(200)
    expect(await again(tags.get('gzip') ?? ''), 'what another encoding is called').toBe(200)
    expect(await again(br, { 'cache-control': 'no-cache' }), 'a reload').toBe(200)

    const { headers, body } = await ask(port, '/products', { 'accept-encoding': 'br', 'if-none-match': br })
    expect(body).toHaveLength(0)
    expect(headers).toMatchObject({ etag: br, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('content-encoding')
  })

  it('has no body for HEAD, and the same headers', async () => {
    const encoded = { 'accept-encoding': 'br' }
    const [head, get] = [await ask(port, '/about', encoded, 'HEAD'), await ask(port, '/about', encoded)]
    expect(head.body).toHaveLength(0)
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  })

  it('tells browsers to ask each time, and a CDN what it may show while it asks', async () => {
    for (const path of ['/', `/_next/data/${BUILD}/index.json`]) {
      const { headers } = await ask(port, path)
      expect(headers['cache-control']).toMatch(/^public, max-age=0, must-revalidate, s-maxage=\d+, stale-while-revalidate=\d+$/)
      expect(headers['cdn-cache-control']).toMatch(/stale-while-revalidate/)
      expect(headers).not.toHaveProperty('set-cookie')
    }
  })

  it('is the same for every query, which takes no memory and no work', async () => {
    for (let number = 0; number < 50; number++) {
      const { body } = await ask(port, `/products?search=miner${number}`, { cookie: 'next-auth.session-token=abc' })
      expect(body.toString()).toBe(page(1, '/products'))
    }
    expect(origin.asked).toEqual([])
  })

  it('is a file under both of its spellings, as it is where compressing has no use', async () => {
    for (const path of ['/_next/static/a[b].js', '/_next/static/a%5Bb%5D.js']) {
      const { headers, body } = await ask(port, path, { 'accept-encoding': 'br' })
      expect(body.toString()).toBe('not really a picture')
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers).not.toHaveProperty('vary')
    }
  })

  it('is counted', async () => {
    const before = structuredClone(cacheCounts)
    const { headers } = await ask(port, '/')
    await ask(port, '/', { 'if-none-match': headers.etag ?? '' })
    await ask(port, '/', { range: 'bytes=0-9' })
    const { hits, notModified, misses } = before.page
    expect(cacheCounts).toEqual({ ...before, page: { hits: hits + 1, notModified: notModified + 1, misses: misses + 1 } })
  })
})

describe('what the response cache leaves to Next', () => {
  it('is whatever a session could change, with the headers of every answer', async () => {
    for (const path of ['/auth', '/account', '/admin', '/admin/orders', '/api/trpc/settings.public', '/api/auth/session', '/nothing']) {
      for (let times = 0; times < 2; times++) {
        const { headers } = await ask(port, path)
        expect(headers['content-security-policy'], path).toContain("script-src 'self';")
        expect(headers['x-frame-options']).toBe('DENY')
      }
      expect(origin.asked.splice(0), path).toEqual([`GET ${path}`, `GET ${path}`])
    }
  })

  it('is every method but GET and HEAD, and a part of a file', async () => {
    await ask(port, '/', {}, 'POST')
    await ask(port, '/', {}, 'OPTIONS')
    await ask(port, '/', { range: 'bytes=0-9' })
    expect(origin.asked).toEqual(['POST /', 'OPTIONS /', 'GET /'])
  })

  it('is a page that sets a cookie or fails, until it can be cached again', async () => {
    origin.headers = { 'set-cookie': 'who=1' }
    await expect(cache.refresh(['/'])).rejects.toThrow('could not be taken')
    origin.asked = []
    expect((await ask(port, '/')).headers['set-cookie']).toEqual(['who=1'])
    expect(origin.asked).toEqual(['GET /'])
    expect((await ask(port, '/about')).headers).not.toHaveProperty('set-cookie')

    origin.headers = {}
    await cache.refresh(['/'])
    origin.asked = []
    await ask(port, '/')
    expect(origin.asked).toEqual([])
  })
})

it('reads a file once, when it is first asked for, and again where it could not be read', async () => {
  expect(reads).toEqual([])
  const early = await ask(port, '/api/openapi.json')
  expect([early.status, early.headers['retry-after'], early.headers['x-content-type-options']]).toEqual([503, '60', 'nosniff'])
  const answers = await Promise.all([0, 1, 2].map(() => ask(port, '/api/openapi.json')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await ask(port, '/_next/static/a%5Bb%5D.js')
  await ask(port, '/_next/static/a[b].js')
  expect(reads).toEqual(['late', 'late', 'script'])
  expect(origin.asked).toEqual([])
})

it('sends the page as it was while it is made anew, and the new one from then on', async () => {
  const events = new EventEmitter<{ change: [LiveTopic] }>()
  const log = createLogger('silent')
  // No page fails here, so that nothing is posted to the queue.
  const hub = { on: vi.fn(), announce: vi.fn() }
  const jobs = { add: vi.fn(), postAlone: vi.fn() }
  const site = { live: { events }, hub, jobs, log, pages: new PageState(() => new Date()) }
  const fresh = keepPagesFresh(site, origin.handler, cache.refresh)
  await fresh.all()
  void fresh.asked('/products')
  const text = async (path: string) => (await ask(port, path)).body.toString()
  const etag = (await ask(port, '/products')).headers.etag ?? ''

  let release: () => void = () => undefined
  origin.regenerating = new Promise<void>((resolve) => (release = resolve))
  origin.version = 2
  events.emit('change', 'products')
  expect(await text('/products')).toBe(page(1, '/products'))
  release()
  await expect.poll(() => text('/products'), { interval: 5 }).toBe(page(2, '/products'))
  // Its data follow by themselves.
  await expect.poll(() => text(`/_next/data/${BUILD}/products.json`), { interval: 5 }).toContain('version 2')
  expect(await text('/about'), 'nothing on it has changed').toBe(page(1, '/about'))
  expect((await ask(port, '/products', { 'if-none-match': etag })).status).toBe(200)
})

describe('the page of a product', () => {
  const made = (path: string) => origin.asked.filter((asked) => asked === `GET ${path}`).length

  it('is made once for all that wait for it, and again after something has changed', async () => {
    const data = `/_next/data/${BUILD}/products/s21.json`
    for (const path of ['/products/s21', data]) {
      const answers = await Promise.all([ask(port, path), ask(port, `${path}?slug=s21`), ask(port, path)])
      for (const { status, headers, body } of answers) {
        expect([status, body.toString()]).toEqual([200, page(origin.version, path)])
        expect(headers['cache-control']).toContain('max-age=0, must-revalidate')
        expect(headers['content-security-policy']).toBeDefined()
      }
      const tag = answers[0].headers.etag ?? ''
      expect((await ask(port, path, { 'if-none-match': tag })).status).toBe(304)
      expect(made(path)).toBe(1)
      origin.version += 1
      cache.productsChanged()
      expect((await ask(port, path)).body.toString()).toBe(page(origin.version, path))
      expect(made(path)).toBe(2)
    }
  })

  it('is made anew on another day, since rates of VAT begin with one', async () => {
    await ask(port, '/products/s23')
    today = '2026-11-29'
    for (let n = 0; n < 2; n += 1) await ask(port, '/products/s23')
    expect(made('/products/s23')).toBe(2)
  })

  it('is made anew where a change came while it was in the making', async () => {
    const asked = ask(port, '/products/s22')
    await vi.waitFor(() => expect(made('/products/s22')).toBe(1))
    cache.productsChanged()
    await asked
    await ask(port, '/products/s22')
    expect(made('/products/s22')).toBe(2)
  })

  it('is kept by nobody where there is no such product, and Next says what is wrong where it cannot be made', async () => {
    for (const path of ['/products/gone', '/products/s21/more', '/products/', '/products/s2-away', '/products/%E0']) {
      const before = origin.asked.length
      const first = await ask(port, path)
      const second = await ask(port, path)
      expect([first.headers.etag, second.headers.etag], path).toEqual([undefined, undefined])
      if (path !== '/products/%E0') expect(origin.asked.length - before, path).toBeGreaterThanOrEqual(2)
    }
    expect((await ask(port, '/products/s2-away')).status).toBe(503)
  })

  it('keeps so many at most', async () => {
    for (let n = 0; n < 301; n += 1) await ask(port, `/products/s2${n}`)
    origin.asked = []
    await ask(port, '/products/s2300')
    expect(made('/products/s2300')).toBe(0)
    await ask(port, '/products/s20')
    expect(made('/products/s20')).toBe(1)
  })
})
