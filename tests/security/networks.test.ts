import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApiHandler } from '~/server/api/request-handler'
import { createCaller } from '~/server/api/root'
import { createApiStreams } from '~/server/api/streams'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { networkOf } from '~/server/identity/auth/limits'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { clientInfo, clientReader, UNKNOWN_ADDRESS, type TrustedProxies } from '~/server/platform/network/client-info'
import { withRequestScope } from '~/server/http/request-listener'
import { setServices } from '~/server/services'
import nextAuthRoute from '~/pages/api/auth/[...nextauth]'
import { listen, listenBehindProxy } from '../setup/api-server'
import { requestFrom } from '../setup/request'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'
import { readStream } from '../setup/sse'

/** Attacks on limits by people who hide where they are. */

const PASSWORD = 'correct horse battery staple'

let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  shop = await openTestShop()
  setServices(shop.services)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.prisma.rateLimit.deleteMany())

/** The shop's calls and streams on a real server, as the process's entry answers them. */
async function serve(proxies: TrustedProxies) {
  const streams = createApiStreams(shop.services, { perAddress: 2, total: 100 })
  const site = await listenBehindProxy(createApiHandler([streams.handle]), proxies)
  const call = async (path: string, input: unknown, forwarded?: string) => {
    const response = await fetch(`${site.url}/api/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
      body: JSON.stringify({ json: input }),
    })
    await response.text()
    return response.status
  }
  return { ...site, streams, signIn: (email: string, forwarded?: string) => call('auth.signIn', { email, password: 'wrong' }, forwarded) }
}

const lastFailure = (email: string) =>
  shop.db.prisma.auditEntry.findFirst({ where: { action: 'auth.sign_in_failed', actorEmail: email }, orderBy: { id: 'desc' } })

describe('a spoofed X-Forwarded-For', () => {
  it('spares a guesser nothing at a shop without proxies', async () => {
    const site = await serve([])
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) statuses.push(await site.signIn('spoofed@example.com', `198.51.100.${index}`))
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    expect(await lastFailure('spoofed@example.com')).toMatchObject({ ip: '127.0.0.1' })
    await site.close()
  })

  it.each<[string, TrustedProxies]>([
    ['named by its range', ['loopback']],
    ['counted', 1],
  ])('spares a guesser nothing behind a proxy that is %s and appends what it sees', async (_how, proxies) => {
    const site = await serve(proxies)
    const email = `behind-${String(proxies)}@example.com`
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) {
      statuses.push(await site.signIn(email, `198.51.100.${index}, 127.0.0.1, 10.0.0.${index}, 203.0.113.9`))
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    expect(await lastFailure(email)).toMatchObject({ ip: '203.0.113.9' })
    // Another visitor of the same proxy is another network.
    expect(await site.signIn(email, '203.0.113.10')).toBe(401)
    await site.close()
  })

  it('opens no more streams, nor makes a visitor one of this machine', async () => {
    const site = await serve(1)
    const path = '/api/trpc/settings.onSettingsChange'
    const open = (forwarded: string) => readStream(site.port, path, { 'X-Forwarded-For': forwarded })
    const readings = [open('127.0.0.1, 203.0.113.9'), open('198.51.100.1, 203.0.113.9')]
    await Promise.all(readings.map(({ until }) => until(/event: connected/)))
    for (const forwarded of ['127.0.0.1, 203.0.113.9', '::1,203.0.113.9', '203.0.113.9:4711']) {
      expect((await fetch(`${site.url}${path}`, { headers: { 'x-forwarded-for': forwarded } })).status).toBe(429)
    }
    for (const { socket } of readings) socket.destroy()
    await expect.poll(() => site.streams.counts().open).toBe(0)
    await site.close()
  })
})

describe('a connection that is closed before its answer', () => {
  /** Sends a whole request and is gone. */
  const sendAndLeave = (port: number, request: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.once('close', () => {
        resolve()
      })
      socket.write(request, () => socket.destroy())
    })
  const post = (path: string, body: string, type = 'application/json') =>
    `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`

  it('is counted for its network all the same, and written down with its address', async () => {
    const site = await serve([])
    const email = 'gone@example.com'
    const body = JSON.stringify({ json: { email, password: 'wrong' } })
    // A token has to be looked up before the call is: long enough to be gone by then.
    const token = `eyJhbGciOiJFUzI1NiIsImtpZCI6Im5vbmUifQ.${Buffer.from('{}').toString('base64url')}.c2ln`
    const request = post('/api/trpc/auth.signIn', body, `application/json\r\nAuthorization: Bearer ${token}`)
    for (let index = 0; index < 5; index++) await sendAndLeave(site.port, request)
    const failures = () => shop.db.prisma.auditEntry.findMany({ where: { action: 'auth.sign_in_failed', actorEmail: email } })
    await expect.poll(async () => (await failures()).length, { timeout: 10_000 }).toBe(5)
    expect(new Set((await failures()).map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push(await site.signIn(email))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    await site.close()
  })

  it('has the address that it came from when whatever it is worked for is done', async () => {
    const seen: (string | null)[] = []
    const answer = withRequestScope(clientReader([]), (req) => {
      req.socket.once('close', () => {
        seen.push(clientInfo(req).ip)
      })
    })
    const site = await listen((req, res) => {
      answer(req, res)
      return true
    })
    await sendAndLeave(site.port, post('/api/trpc/auth.signIn', '{}'))
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(1)
    expect(seen).toEqual(['127.0.0.1'])
    await site.close()
  })

  it('is written down with its address by the sign-in of browsers too', async () => {
    const email = 'gone-browser@example.com'
    const routes = await serveRoutes(shop, [
      { path: /^\/api\/auth\/(?<nextauth>.+)$/, rest: 'nextauth', module: { default: nextAuthRoute } },
    ])
    const csrf = await fetch(`${routes.url}/api/auth/csrf`)
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const body = new URLSearchParams({ email, password: 'wrong', csrfToken, json: 'true' }).toString()
    const request = post('/api/auth/callback/credentials', body, `application/x-www-form-urlencoded\r\nCookie: ${cookie}`)
    await sendAndLeave(Number(new URL(routes.url).port), request)
    await expect.poll(() => lastFailure(email), { timeout: 10_000 }).toMatchObject({ ip: '127.0.0.1' })
    await routes.close()
  })

  it('shares one network with all others whose address nobody can tell', async () => {
    const client = clientReader(1)(requestFrom(undefined, { 'x-forwarded-for': '198.51.100.7' }))
    expect(client.ip).toBe(UNKNOWN_ADDRESS)
    const caller = createCaller(createInnerTRPCContext({ services: shop.services, client }))
    for (let index = 0; index < 100; index++) await shop.services.limits.take('signInNetwork', networkOf(client))
    await expect(caller.auth.signIn({ email: 'anyone@example.com', password: 'wrong' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  })
})

describe('IPv6 addresses in turn', () => {
  const from = (ip: string) => createCaller(createInnerTRPCContext({ services: shop.services, client: { ip, userAgent: null } }))
  const outcome = (ip: string, email: string, password: string) =>
    from(ip)
      .auth.signIn({ email, password })
      .then(
        () => 'in',
        (error: unknown) => (error as { code: string }).code,
      )

  it('of one /64 are one guesser', async () => {
    const outcomes: string[] = []
    for (let index = 1; index <= 11; index++) outcomes.push(await outcome(`2001:db8:1:1::${index}`, 'one64@example.com', 'wrong'))
    expect(outcomes).toEqual([...Array<string>(10).fill('UNAUTHORIZED'), 'TOO_MANY_REQUESTS'])
  })

  it('of one /56 get four times as much together, those of one /48 sixteen times', async () => {
    const { limits } = shop.services
    const tries = async (addressOf: (index: number) => string, most: number) => {
      for (let index = 0; index < most; index++) {
        const taken = await limits.take('verify', networkOf({ ip: addressOf(index) })).then(
          () => true,
          () => false,
        )
        if (!taken) return index
      }
      return most
    }
    const hex = (value: number) => value.toString(16)
    expect(await tries((index) => `2001:db8:2:${hex(index % 256)}::1`, 60)).toBe(4 * 5)
    expect(await tries((index) => `2001:db8:3:${hex((index * 256) % 65_536)}::1`, 120)).toBe(16 * 5)
    // The neighbours have their own.
    expect(await tries((index) => `2001:db8:${hex(0x100 + index)}::1`, 120)).toBe(120)
  })

  it('of one /48 do not try an account’s password for ever', async () => {
    const person = await shop.signIn('customer', { passwordHash })
    await Promise.all(
      Array.from({ length: 160 }, (_, index) =>
        shop.services.limits.take('signIn', networkOf({ ip: `2001:db8:5:${(index * 97).toString(16)}::1` })?.for(person.email) ?? null),
      ),
    )
    expect(await outcome('2001:db8:5:ffff::1', person.email, 'wrong')).toBe('TOO_MANY_REQUESTS')
    expect(await outcome('2001:db8:6:1::1', person.email, PASSWORD)).toBe('in')
  })

  it('written as IPv4 are that IPv4 address', async () => {
    const email = 'mapped@example.com'
    for (const ip of ['203.0.113.77', '::ffff:203.0.113.77', '::ffff:cb00:714d']) {
      for (let index = 0; index < 3; index++) expect(await outcome(ip, email, 'wrong')).toBe('UNAUTHORIZED')
    }
    expect(await outcome('203.0.113.77', email, 'wrong')).toBe('UNAUTHORIZED')
    expect(await outcome('::ffff:cb00:714d', email, 'wrong')).toBe('TOO_MANY_REQUESTS')
  })
})
