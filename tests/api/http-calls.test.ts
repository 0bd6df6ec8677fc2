import { connect } from 'node:net'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createApiHandler } from '~/server/api/request-handler'
import { setServices } from '~/server/services'
import { listen } from '../setup/api-server'
import { openCapturedLog } from '../setup/captured-log'
import { openTestShop, type TestShop } from '../setup/shop'

const JSON_TYPE = { 'content-type': 'application/json' }

let shop: TestShop
let site: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  shop = await openTestShop()
  setServices(shop.services)
  site = await listen(createApiHandler())
  await shop.db.prisma.$executeRaw`INSERT INTO orders (order_number) SELECT 'ORD-' || n FROM generate_series(1, 3) AS n`
})
afterAll(async () => {
  await site.close()
  await shop.close()
})

const refusal = z.object({
  error: z.object({ json: z.object({ message: z.string(), data: z.object({ code: z.string(), requestId: z.string().nullable() }) }) }),
})

async function cookieOf(sessionId: string): Promise<string> {
  const { encode } = await import('next-auth/jwt')
  return `next-auth.session-token=${await encode({ token: { sessionId }, secret: shop.services.secret })}`
}

/** Sends a request that `fetch` would not, and answers with status and body. */
async function raw(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) {
  const sent = request({ port: site.port, host: '127.0.0.1', path, method, headers }).end()
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode, body })
      }, reject)
    })
  })
  return answer
}

it('answers calls and leaves other paths to others', async () => {
  const answered = await fetch(`${site.url}/api/trpc/settings.public`)
  expect(answered.status).toBe(200)
  expect(answered.headers.get('cache-control')).toBe('private, no-store')
  expect(answered.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  for (const path of ['/api/trpc', '/api/health', '/']) expect((await fetch(`${site.url}${path}`)).status).toBe(404)
})

it('compresses what is worth it, and no stream', async () => {
  const answered = await fetch(`${site.url}/api/trpc/settings.public`, { headers: { 'accept-encoding': 'gzip' } })
  expect(answered.headers.get('content-encoding')).toBe('gzip')
  expect(await answered.json()).toHaveProperty('result.data.json.hero_title')

  const stream = await fetch(
    `${site.url}/api/trpc/settings.onSettingsChange?input=${encodeURIComponent('{"json":{"topics":["settings"]}}')}`,
    {
      headers: { 'accept-encoding': 'gzip' },
    },
  )
  expect(stream.headers.get('content-encoding')).toBeNull()
  await stream.body?.cancel()
})

const asked = (input: unknown) => encodeURIComponent(JSON.stringify(input))

it.each([
  ['a query without input', 'settings.public', 200],
  ['a query with input', `orders.list?input=${asked({ json: { limit: 2, search: 'O', status: 'pending' } })}`, 200],
  ['an answer with dates', `orders.list?input=${asked({ json: {} })}`, 200],
  ['a batch', `orders.list,users.list?batch=1&input=${asked({ 0: { json: { limit: 1 } }, 1: { json: { limit: 2 } } })}`, 200],
  ['a batch without input', 'settings.public,machines.active?batch=1', 200],
  ['a batch of which one fails', `orders.list,orders.byId?batch=1&input=${asked({ 1: { json: { id: 'none' } } })}`, 207],
  ['a batch in which nothing is right', `orders.byId,nothing.at.all?batch=1&input=${asked({ 0: { json: {} } })}`, 207],
  ['an unknown row', `orders.byId?input=${asked({ json: { id: '00000000-0000-4000-8000-000000000000' } })}`, 404],
  ['input that the schema refuses', `orders.list?input=${asked({ json: { limit: 1000, status: 'none' } })}`, 400],
  ['input that is no JSON', 'orders.list?input={', 400],
  ['input that superjson has not written', `orders.list?input=${asked([1])}`, 400],
  ['input with annotations', `orders.list?input=${asked({ json: { search: null }, meta: { values: { search: ['undefined'] } } })}`, 200],
  ['annotations that no input has', `orders.list?input=${asked({ json: {}, meta: { values: { a: ['map'] } } })}`, 400],
  ['a batch whose input is a list', `orders.list?batch=1&input=${asked([{ json: { limit: 1 } }])}`, 400],
  ['more calls than a batch may have', `${'settings.public,'.repeat(20)}settings.public?batch=1`, 400],
  ['a change by GET', 'orders.updateStatus', 405],
  ['an unknown procedure', 'nothing.at.all', 404],
  ['parameters of a connection', 'settings.public?connectionParams={', 400],
  ['the name of a prototype', 'constructor', 404],
])('answers %s', async (_what, call, status) => {
  const cookie = await cookieOf((await shop.signIn('admin')).sessionId)
  const answer = await fetch(`${site.url}/api/trpc/${call}`, { headers: { cookie } })
  expect(answer.status, await answer.text()).toBe(status)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

it('takes the input of a query that names many rows as a body too, from administrators, and of no other', async () => {
  const rows = Array.from({ length: 1_000 }, () => ({ id: crypto.randomUUID(), version: 2_147_483_647 }))
  const [admin, customer] = await Promise.all([shop.signIn('admin'), shop.signIn('customer')])
  const post = async (path: string, { sessionId }: { sessionId: string }, headers = {}, json: object = { ids: rows, percent: 10 }) => {
    const cookie = await cookieOf(sessionId)
    return fetch(`${site.url}/api/trpc/${path}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, cookie, ...headers },
      body: JSON.stringify({ json }),
    })
  }
  const preview = await post('machines.previewAdjustment', admin)
  expect(preview.status).toBe(200)
  expect(await preview.json()).toMatchObject({ result: { data: { json: { matching: 0 } } } })
  expect((await post('machines.previewAdjustment', customer)).status).toBe(403)
  expect((await post('machines.previewAdjustment', admin, { origin: 'https://evil.example' })).status).toBe(403)
  for (const path of ['machines.list', 'admin.onChange', 'settings.onSettingsChange', 'machines.previewAdjustment,machines.list?batch=1']) {
    expect(await (await post(path, admin, {}, {})).text(), path).toContain('METHOD_NOT_SUPPORTED')
  }
})

const unknownId = '00000000-0000-4000-8000-000000000000'

it.each([
  ['a change that is refused for its row', 'orders.updateStatus', { json: { id: unknownId, status: 'completed' } }, 404],
  [
    'a change that is made',
    'machines.create',
    {
      json: {
        manufacturer: 'Bitmain',
        model: 'S19',
        category: 'ASIC',
        baseValueExcellent: 1,
        baseValueGood: 1,
        baseValueFair: 1,
        baseValuePoor: 1,
      },
    },
    200,
  ],
  [
    'a batch of changes',
    'orders.updateStatus,repairs.updateStatus?batch=1',
    { 0: { json: { id: unknownId, status: 'pending' } }, 1: { json: {} } },
    207,
  ],
  [
    'a batch with one input for two',
    'orders.updateStatus,orders.updateStatus?batch=1',
    { 1: { json: { id: unknownId, status: 'pending' } } },
    207,
  ],
  [
    'a batch of which one input cannot be read',
    'orders.updateStatus,orders.updateStatus?batch=1',
    { 0: { json: {}, meta: { values: { a: ['map'] } } }, 1: { json: { id: unknownId, status: 'pending' } } },
    400,
  ],
  ['a batch whose input is a list', 'orders.updateStatus?batch=1', [{ json: {} }], 400],
  ['input that the schema refuses', 'orders.updateStatus', { json: { id: 'none', status: 'none' } }, 400],
  ['input that superjson has not written', 'orders.updateStatus', [1], 400],
  ['a text that is no JSON', 'orders.updateStatus', '{', 400],
  [
    'a text that begins with a mark of its bytes',
    'orders.updateStatus',
    `\uFEFF${JSON.stringify({ json: { id: unknownId, status: 'pending' } })}`,
    404,
  ],
  ['an empty body', 'orders.updateStatus', '', 400],
  ['a query by POST', 'orders.list', { json: {} }, 405],
  ['a change and a query together', 'orders.updateStatus,orders.list?batch=1', { 0: { json: {} } }, 400],
  ['more calls than a batch may have', `${'orders.updateStatus,'.repeat(20)}orders.updateStatus?batch=1`, {}, 400],
])('answers %s by POST', async (_what, call, input, status) => {
  const cookie = await cookieOf((await shop.signIn('admin')).sessionId)
  const body = typeof input === 'string' ? input : JSON.stringify(input)
  const answer = await fetch(`${site.url}/api/trpc/${call}`, { method: 'POST', headers: { ...JSON_TYPE, cookie }, body })
  expect(answer.status, await answer.text()).toBe(status)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

it('knows who calls by the cookie, as Next’s route does', async () => {
  const { sessionId } = await shop.signIn('customer')
  const cookie = `other=1; ${await cookieOf(sessionId)}`
  const profile = (headers: Record<string, string>) => fetch(`${site.url}/api/trpc/account.profile`, { headers })
  expect((await profile({ cookie })).status).toBe(200)
  expect((await profile({ cookie: 'next-auth.session-token=forged' })).status).toBe(401)
  expect((await profile({})).status).toBe(401)
})

it('names the request of a fault of ours in the message and in the log, and tells nothing else of it', async () => {
  const { log, lines } = openCapturedLog()
  setServices({ ...shop.services, log })
  await shop.db.prisma.$executeRaw`ALTER TABLE trade_in_machines RENAME TO elsewhere`
  try {
    const { sessionId } = await shop.signIn('admin')
    const answered = await fetch(`${site.url}/api/trpc/machines.list?input=${encodeURIComponent('{"json":{}}')}`, {
      headers: { cookie: await cookieOf(sessionId) },
    })
    const requestId = answered.headers.get('x-request-id')
    const body = await answered.text()
    expect(answered.status).toBe(500)
    expect(refusal.parse(JSON.parse(body)).error.json).toMatchObject({
      message: `Something went wrong on our side. Please try again (reference ${requestId}).`,
      data: { code: 'INTERNAL_SERVER_ERROR', requestId },
    })
    expect(body).not.toMatch(/trade_in_machines|relation|prisma|stack/i)
    const entries = lines.map((line): unknown => JSON.parse(line))
    expect(entries).toContainEqual(expect.objectContaining({ requestId, path: 'machines.list', msg: 'call failed' }))
  } finally {
    await shop.db.prisma.$executeRaw`ALTER TABLE elsewhere RENAME TO trade_in_machines`
    setServices(shop.services)
  }
})

it.each([
  ['an unknown procedure', '/api/trpc/nothing.at.all', {}, 404],
  ['a path of several parts', '/api/trpc/settings/public', {}, 404],
  ['no procedure', '/api/trpc/', {}, 404],
  ['a path that is no text', '/api/trpc/%E0%A4%A', {}, 400],
  ['a host that is none', '/api/trpc/settings.public', { headers: { host: 'a b' } }, 400],
  ['a host with a password', '/api/trpc/settings.public', { headers: { host: 'user:word@shop' } }, 400],
  ['a method that Node’s Request refuses', '/api/trpc/settings.public', { method: 'TRACE' }, 405],
  ['a method of other calls', '/api/trpc/settings.public', { method: 'DELETE', headers: JSON_TYPE }, 405],
  ['a form', '/api/trpc/auth.signOut', { method: 'POST', headers: { 'content-type': 'text/plain' } }, 415],
  ['a type that is none', '/api/trpc/auth.signOut', { method: 'POST', headers: { 'content-type': 'json' } }, 415],
  ['another site', '/api/trpc/auth.signOut', { method: 'POST', headers: { ...JSON_TYPE, origin: 'https://evil.example' } }, 403],
])('refuses %s', async (_what, path, options, status) => {
  const answer = await raw(path, options)
  expect(answer.status, answer.body).toBe(status)
  const { message } = refusal.parse(JSON.parse(answer.body)).error.json
  expect(message).not.toMatch(/TRACE|Request|URI|undefined|Unsupported content/)
})

it('closes the connection of nobody who is refused', async () => {
  const socket = connect(site.port, '127.0.0.1')
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`
  socket.write(get('/api/trpc/%E0') + get('/api/trpc/settings.public').replace('Host: shop', 'Host: shop\r\nConnection: close'))
  const received = await text(socket)
  expect(received).toMatch(/^HTTP\/1\.1 400 /)
  expect(received).toContain('HTTP/1.1 200 OK')
})
