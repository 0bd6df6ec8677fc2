import { createRequire } from 'node:module'
import { encode } from 'next-auth/jwt'
import { apiResolver } from 'next/dist/server/api-utils/node/api-resolver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { VERSION } from '~/lib/version'
import { createApiHandler } from '~/server/api/request-handler'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { createCaller } from '~/server/api/root'
import { routeOf } from '~/server/http/request-span'
import { startTraces } from '~/server/http/start'
import { whileReachable } from '~/server/http/pages/unavailable'
import { boundedFetch } from '~/server/catalogue/shop/shopify/bounded-fetch'
import { createLogger } from '~/server/platform/log'
import { createMailer } from '~/server/platform/mail/mailer'
import { createSmsSender } from '~/server/platform/sms/sender'
import { anywhere, postToStranger, publicInternet } from '~/server/platform/network/post-to-stranger'
import type { TraceSender } from '~/server/platform/tracing/send-traces'
import { inSpan } from '~/server/platform/tracing/tracing'
import { setServices } from '~/server/services'
import { listenBehindProxy } from '../setup/api-server'
import { openCapturedLog } from '../setup/captured-log'
import { openS3 } from '../setup/s3'
import { openTestShop, type TestShop } from '../setup/shop'
import { openSmsWebhook } from '../setup/sms-webhook'
import { openSmtpServer } from '../setup/smtp'
import { openTraceCollector, type ReceivedSpan } from '../setup/trace-collector'

const SERVER = 2
const CLIENT = 3
const CONSUMER = 5
const FAILED = 2
/** A visitor sends this to be part of a trace. */
const FOREIGN_TRACE = '0af7651916cd43dd8448eb211c80319c'

/** The modules of OpenTelemetry that this process has loaded, save its API. */
const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((path) => /\/@opentelemetry\/(?:sdk-|exporter-|otlp-|resources)/.test(path))

const silent = createLogger('silent')
const captured = openCapturedLog()

let collector: Awaited<ReturnType<typeof openTraceCollector>>
let smtp: Awaited<ReturnType<typeof openSmtpServer>>
let shop: TestShop
let site: Awaited<ReturnType<typeof listenBehindProxy>>
let traces: TraceSender | null
let before: { sender: TraceSender | null; modules: string[] }

beforeAll(async () => {
  smtp = await openSmtpServer()
  collector = await openTraceCollector()
  shop = await openTestShop({ mail: createMailer({ smtpUrl: smtp.url, dataDir: '/nowhere', log: silent }) })
  setServices(shop.services)
  const answerCall = createApiHandler()
  const context = { previewModeId: '', previewModeEncryptionKey: '', previewModeSigningKey: '', dev: false }
  const broken = whileReachable(() => {
    throw new TypeError('jane.doe@example.com is not a function')
  })
  site = await listenBehindProxy((req, res) => {
    if (req.url?.startsWith('/api/broken')) void apiResolver(req, res, {}, { default: broken }, context, false)
    return req.url?.startsWith('/api/broken') === true || answerCall(req, res)
  })
  await shop.visitor.settings.public()
  before = { sender: await startTraces({}, silent), modules: loaded() }
  traces = await startTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` }, captured.log)
})
afterAll(async () => {
  await traces?.stop()
  await site.close()
  await shop.close()
  await smtp.close()
  await collector.close()
})

/**
 * The spans that some work makes.
 * @param requests how many it makes of the site: their spans end after their answers have come
 */
async function spansOf(work: () => Promise<unknown>, requests = 0): Promise<ReceivedSpan[]> {
  await traces?.flush()
  collector.clear()
  await work()
  await expect
    .poll(async () => {
      await traces?.flush()
      return collector.spans.filter(({ kind }) => kind === SERVER).length
    })
    .toBe(requests)
  return [...collector.spans]
}

const named = (spans: readonly ReceivedSpan[], name: string | RegExp): ReceivedSpan => {
  const found = spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))
  expect(found, `${String(name)} among ${spans.map((span) => span.name).join(', ')}`).toBeDefined()
  return found ?? expect.fail('no such span')
}

async function call(path: string, sessionId: string, headers: Record<string, string> = {}): Promise<Response> {
  const token = await encode({ token: { sessionId }, secret: shop.services.secret })
  return fetch(`${site.url}/api/trpc/${path}`, { headers: { ...headers, cookie: `next-auth.session-token=${token}` } })
}

it('load nothing of their own, and are not sent, until an address is set', () => {
  expect(before).toEqual({ sender: null, modules: [] })
  expect(loaded()).not.toEqual([])
})

it('have request, call and statement in one, which no visitor begins, and none of what was asked or answered', async () => {
  const { sessionId, email } = await shop.signIn('admin')
  const input = encodeURIComponent(JSON.stringify({ json: { search: 'jane.doe@example.com' } }))
  const spans = await spansOf(async () => {
    const headers = { traceparent: `00-${FOREIGN_TRACE}-b7ad6b7169203331-01`, 'x-request-id': 'request-of-a-test' }
    expect((await call(`orders.list?input=${input}`, sessionId, headers)).status).toBe(200)
  }, 1)

  const request = named(spans, 'GET /api/trpc/[trpc]')
  expect(request.parentSpanId ?? '').toBe('')
  expect(request.traceId).not.toBe(FOREIGN_TRACE)
  expect(request.kind).toBe(SERVER)
  expect(request.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/trpc/[trpc]',
    'http.response.status_code': 200,
    'shop.request.id': 'request-of-a-test',
  })
  const called = named(spans, 'orders.list')
  expect(called).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId })
  expect(called.attributes).toEqual({
    'rpc.system': 'trpc',
    'rpc.method': 'orders.list',
    'shop.call.type': 'query',
    'shop.call.outcome': 'ok',
  })
  const statements = spans.filter((span) => span.attributes['db.system.name'] === 'postgresql')
  expect(statements.length).toBeGreaterThan(1)
  for (const statement of statements)
    expect(statement).toMatchObject({ traceId: request.traceId, parentSpanId: called.spanId, kind: CLIENT })
  expect(named(statements, /\borders\b/).attributes['db.query.text']).toMatch(/\$1/)
  expect(spans).toHaveLength(2 + statements.length)

  for (const secret of ['jane.doe', email, sessionId, 'input=', FOREIGN_TRACE]) expect(collector.text()).not.toContain(secret)
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'mining-hardware-shop', 'service.version': VERSION })
})

it('have jobs of their own, with the emails that they send, and no address', async () => {
  const spans = await spansOf(() =>
    shop.visitor.auth.signUp({ email: 'jane.doe@example.com', password: 'a-strong-test-passphrase', fullName: 'Jane Doe' }),
  )
  const job = named(spans, /^process /)
  const sent = named(spans, 'send email')
  expect(job.parentSpanId ?? '').toBe('')
  expect(job).toMatchObject({ kind: CONSUMER, attributes: { 'messaging.system': 'pg-boss' } })
  expect(job.traceId).not.toBe(named(spans, 'auth.signUp').traceId)
  expect(sent).toMatchObject({ traceId: job.traceId, parentSpanId: job.spanId, kind: CLIENT })
  expect(sent.attributes).toEqual({ 'network.protocol.name': 'smtp', 'server.address': '127.0.0.1', 'server.port': smtp.port })
  expect(smtp.messages).toHaveLength(1)
  for (const secret of ['jane', 'Jane', 'passphrase']) expect(collector.text()).not.toContain(secret)
})

it('name outgoing requests by host and status, without path, query and body', async () => {
  const webhook = await openSmsWebhook()
  webhook.answer(503)
  const address = `${webhook.url}/s3cret?token=s3cret`
  const spans = await spansOf(async () => {
    const sender = createSmsSender(address, { log: silent })
    await expect(sender?.send({ to: '+447700900123', channel: 'sms', text: '123456' })).rejects.toThrow('HTTP 503')
    webhook.answer(202)
    const body = JSON.stringify({ to: '+447700900123', channel: 'sms', text: '123456' })
    await boundedFetch(address)('', { method: 'POST', body, headers: { 'x-token': 's3cret' } })
    await postToStranger(address, { body, headers: { 'x-token': 's3cret' } }, anywhere)
    await expect(postToStranger(address, { body, headers: {} }, publicInternet)).rejects.toThrow('not_https')
    await expect(postToStranger(address, { body, headers: {} }, { ...publicInternet, allowsHttp: true })).rejects.toThrow('private_address')
    await webhook.close()
    await expect(boundedFetch(address)('', { method: 'POST' })).rejects.toThrow('fetch failed')
  })
  const at = { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'server.port': Number(new URL(address).port) }
  expect(spans.map(({ attributes, status }) => ({ attributes, failed: status.code === FAILED }))).toEqual([
    { attributes: { ...at, 'http.response.status_code': 503, 'error.type': 'HTTP 503' }, failed: true },
    { attributes: { ...at, 'http.response.status_code': 202 }, failed: false },
    { attributes: { ...at, 'http.response.status_code': 202 }, failed: false },
    { attributes: { ...at, 'error.type': 'private_address' }, failed: true },
    // The connection that was kept may still be there.
    { attributes: { ...at, 'error.type': expect.stringMatching(/^(?:ECONNREFUSED|UND_ERR_SOCKET)$/) as unknown }, failed: true },
  ])
  for (const secret of ['s3cret', '7700900123', '123456']) expect(collector.text()).not.toContain(secret)
})

it('name what is asked of the file store, and no file', async () => {
  const s3 = await openS3()
  const store = s3.store()
  const spans = await spansOf(async () => {
    await store.put('s3cret.txt', Buffer.from('s3cret'), 'text/plain')
    await expect(store.get('no-s3cret.txt')).rejects.toThrow()
  })
  await s3.close()
  expect(spans.map(({ name, kind, status }) => ({ name, kind, failed: status.code === FAILED }))).toEqual([
    { name: 'S3 PutObject', kind: CLIENT, failed: false },
    { name: 'S3 GetObject', kind: CLIENT, failed: true },
  ])
  expect(spans[0]?.attributes).toMatchObject({ 'rpc.system': 'aws-api', 'rpc.method': 'PutObject', 'aws.s3.bucket': 'shop' })
  expect(collector.text()).not.toMatch(/s3cret|S3RVER/)
})

it('have the stack of a fault of ours, and not its words', async () => {
  const spans = await spansOf(async () => {
    const live = new Proxy(shop.services.live, {
      get: () => {
        throw new RangeError('jane.doe@example.com\n    at a place', { cause: new TypeError('Jane') })
      },
    })
    const caller = createCaller(createInnerTRPCContext({ services: { ...shop.services, live } }))
    await expect(caller.settings.public()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect((await fetch(`${site.url}/api/broken?of=jane.doe`)).status).toBe(500)
  }, 1)
  const failed = spans.filter(({ status }) => status.code === FAILED)
  expect(failed.map(({ name }) => name)).toEqual(['settings.public', 'GET'])
  for (const { events } of failed) {
    expect(events).toHaveLength(1)
    expect(events[0]?.attributes['exception.stacktrace']).toMatch(/^(?:RangeError|TypeError)\n {4}at .*traces\.test\.ts:\d+/)
  }
  expect(failed[0]?.events[0]?.attributes['exception.stacktrace']).toContain('\nCaused by: TypeError\n    at ')
  expect(failed[1]?.attributes).toMatchObject({ 'error.type': '500', 'http.response.status_code': 500 })
  expect(collector.text()).not.toMatch(/jane|a place/i)
})

it('count no refusal as a failure', async () => {
  const spans = await spansOf(async () => {
    await expect(shop.visitor.orders.list()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await call('orders.list', 'no session')).status).toBe(401)
  }, 1)
  expect(spans.filter(({ status }) => status.code === FAILED)).toEqual([])
  expect(named(spans, 'orders.list').attributes['shop.call.outcome']).toBe('UNAUTHORIZED')
})

it('name the route of an address and never its secret', () => {
  expect(routeOf('/api/trpc/no.such?input=x')).toBe('/api/trpc/[trpc]')
  expect(routeOf('/_next/static/chunks/x.js')).toBe('/_next/[...path]')
  expect(routeOf('/somebody@example.com')).toBeUndefined()
})

it('wait for no collector: a stalling one delays no answer, takes a bounded part, and not the end of the process either', async () => {
  const made = 8_000
  await traces?.flush()
  collector.clear()
  collector.stall(true)
  for (let index = 0; index < made; index += 1) await inSpan('one of many', {}, () => Promise.resolve())
  await expect.poll(() => collector.held()).toBeGreaterThan(0)
  await shop.visitor.settings.public()
  const stopped = traces?.stop()
  expect(collector.held()).toBeGreaterThan(0)
  await stopped
  expect(collector.spans.length).toBeGreaterThan(0)
  expect(collector.spans.length).toBeLessThan(made / 2)
  collector.stall(false)
})

it('a collector that is away is said once', async () => {
  captured.lines.length = 0
  const away = await startTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/elsewhere` }, captured.log)
  try {
    for (const name of ['first', 'second']) {
      await inSpan(name, {}, () => Promise.resolve())
      await away?.flush().catch(() => undefined)
    }
    expect(captured.lines.filter((line) => line.includes('does not take traces'))).toHaveLength(1)
  } finally {
    await away?.stop()
  }
})
