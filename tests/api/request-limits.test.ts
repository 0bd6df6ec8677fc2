import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { extendBodyTimeout } from '~/server/platform/network/body-timeout'
import { createRequestListener } from '~/server/http/request-listener'
import { securityHeaders } from '~/server/http/security-headers'
import { createLimitedServer } from '~/server/http/server'
import { ask, close, listen, sendRaw } from '../setup/loopback'

const headers = securityHeaders({ siteUrl: 'http://localhost:3000' })
const SHORT = { headersTimeout: 300, requestTimeout: 1_500, bodyTimeout: 300, connectionsCheckingInterval: 50 }

let server: Server
let port: number
let asked: string[]
beforeEach(async () => {
  asked = []
  const listener = createRequestListener(null, headers, (req, res) => {
    asked.push(`${req.method ?? ''} ${req.url ?? ''}`)
    req.resume()
    if (req.url === '/file') extendBodyTimeout(req)
    if (req.url === '/stream') res.write('one')
    else if (req.complete || req.method === 'GET' || req.method === 'HEAD') res.end('fine')
    else req.once('end', () => res.end('fine'))
  })
  server = createLimitedServer(listener, headers, 10, SHORT)
  port = await listen(server)
})
afterEach(() => close(server))

const request = (line: string, ...more: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...more].join('\r\n')}\r\n\r\n`

/** A refusal that people can read, that browsers take for nothing else, and that ends the connection. */
function expectRefused(answer: string, status: number) {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/content-security-policy: default-src 'self'/i)
  expect(answer).toMatch(/x-content-type-options: nosniff/i)
  expect(answer).toMatch(/connection: close/i)
  expect(answer).not.toMatch(/\bat .+:\d+|node:|Error/)
}

describe('a request that nobody could have meant', () => {
  it.each([
    ['half a letter', '/%E0%A4%A', 400],
    ['a percent alone', '/%', 400],
    ['a percent before no number', '/%zz/products', 400],
    ['the end of a text', '/products%00', 400],
    ['backslashes', '/..\\..\\etc', 400],
    ['the whole server', '*', 400],
    ['no slash', 'products', 400],
    ['more than anybody types', `/${'a'.repeat(9_000)}`, 414],
  ])('for %s is refused', async (_what, target, status) => {
    expectRefused(await sendRaw(port, request(`GET ${target}`)), status)
    expect(asked).toEqual([])
  })

  it('by method is refused, whatever the address', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE']) {
      const answer = await sendRaw(port, request(`${method} /`))
      expectRefused(answer, 405)
      expect(answer).toMatch(/allow: GET, HEAD, POST/i)
    }
    expect(asked).toEqual([])
  })

  it('because it is none is refused', async () => {
    expectRefused(await sendRaw(port, 'GET / HTTP/1.1\r\nno header\r\n\r\n'), 400)
    expectRefused(await sendRaw(port, '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'), 400)
    expectRefused(await sendRaw(port, request('GET /', `X-Long: ${'a'.repeat(17_000)}`)), 431)
    expectRefused(await sendRaw(port, request('POST /', 'Content-Length: 5', 'Transfer-Encoding: chunked')), 400)
    expect(asked).toEqual([])
  })
})

it('takes an address in absolute form for its path, and one of a query that is no text as it is', async () => {
  expect(await sendRaw(port, request('GET http://shop.example/products?a=1'))).toMatch(/^HTTP\/1.1 200 /)
  expect(await sendRaw(port, request('GET http://shop.example'))).toMatch(/^HTTP\/1.1 200 /)
  expect((await ask(port, '/products?q=%E0%A4%A')).status).toBe(200)
  expect((await ask(port, '/caf%C3%A9')).status).toBe(200)
  expect(asked).toEqual(['GET /products?a=1', 'GET /', 'GET /products?q=%E0%A4%A', 'GET /caf%C3%A9'])
})

it('answers a request for another protocol in its own', async () => {
  expect(await sendRaw(port, request('GET /', 'Upgrade: websocket', 'Connection: Upgrade, close'))).toMatch(/^HTTP\/1.1 200 /)
})

describe('a slow client', () => {
  it('loses its connection while it sends headers', async () => {
    expectRefused(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-'), 408)
    expect(await sendRaw(port, '')).toMatch(/^(?:HTTP\/1.1 408 |$)/)
  })

  it('loses its connection while it sends the body of a call', async () => {
    expect(await sendRaw(port, `${request('POST /api/trpc/x', 'Content-Length: 100')}{"json`)).not.toMatch(/200/)
  })

  it('has more time for a file of somebody known, and not for ever', async () => {
    const started = performance.now()
    expectRefused(await sendRaw(port, `${request('POST /file', 'Content-Length: 100')}name`), 408)
    expect(performance.now() - started).toBeGreaterThan(SHORT.requestTimeout * 0.9)
  })

  it('may read an answer for as long as it lasts', async () => {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(request('GET /stream'))
    const first = await new Promise((resolve) => socket.once('data', resolve))
    expect(String(first)).toContain('200 OK')
    // The server's own limit is what is tested: it passes, and the connection is open.
    const still = new Promise((resolve) => setTimeout(resolve, SHORT.requestTimeout * 1.5)).then(() => 'open')
    expect(await Promise.race([closed, still])).toBe('open')
    socket.destroy()
    await closed
  })
})

describe('the headers of every answer', () => {
  const valueOf = (name: string, options: Parameters<typeof securityHeaders>[0]) =>
    securityHeaders(options).find(([header]) => header === name)?.[1]
  const policy = (options: Parameters<typeof securityHeaders>[0]) =>
    new Map(
      (valueOf('Content-Security-Policy', options) ?? '').split('; ').map((line) => {
        const [directive = '', ...sources] = line.split(' ')
        return [directive, sources] as const
      }),
    )

  it('let no script in but the site’s own files, and the tag’s where there is a tag', () => {
    const siteUrl = 'https://shop.example'
    expect(policy({ siteUrl }).get('script-src')).toEqual(["'self'"])
    expect(policy({ siteUrl, googleTagId: 'G-1A2B3C4D5E' }).get('script-src')).toEqual(["'self'", 'https://*.googletagmanager.com'])
    for (const directive of ['object-src', 'frame-ancestors', 'base-uri']) expect(policy({ siteUrl }).get(directive)).toEqual(["'none'"])
  })

  it('ask for TLS where the site has it', () => {
    expect(valueOf('Strict-Transport-Security', { siteUrl: 'https://shop.example' })).toBe('max-age=31536000')
    expect(valueOf('Strict-Transport-Security', { siteUrl: 'https://shop.example', hstsIncludeSubDomains: true })).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect(policy({ siteUrl: 'https://shop.example' }).has('upgrade-insecure-requests')).toBe(true)
    expect(valueOf('Strict-Transport-Security', { siteUrl: 'http://localhost:3000' })).toBeUndefined()
    expect(policy({ siteUrl: 'http://localhost:3000' }).has('upgrade-insecure-requests')).toBe(false)
  })
})
