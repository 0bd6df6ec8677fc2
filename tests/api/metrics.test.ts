import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPostgres } from '~/server/platform/database/postgres'
import { StatementWatch } from '~/server/platform/database/statement-watch'
import { createLogger } from '~/server/platform/log'
import { createMailer } from '~/server/platform/mail/mailer'
import { inRequest } from '~/server/platform/request-scope'
import { DEFAULT_RETRIES } from '~/server/catalogue/shop/shopify/retry-policy'
import { platformShop } from '~/server/catalogue/shop/shopify/shop'
import { createSmsSender } from '~/server/platform/sms/sender'
import * as webhookRoute from '~/pages/api/shopify/webhook'
import { describeOnEngines, openPostgresTestDatabase, openTestDatabase } from '../setup/database'
import { openCapturedLog } from '../setup/captured-log'
import { serveOperations } from '../setup/operations'
import { createTestDatabase } from '../setup/postgres'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { openSmsWebhook } from '../setup/sms-webhook'
import { openSmtpServer } from '../setup/smtp'

const SAMPLE = /^([a-z_]\w*)(?:\{((?:\w+="(?:[^"\\\n]|\\.)*",?)+)\})? (-?[\d.]+(?:e[+-]?\d+)?|NaN|[+-]Inf)$/

/** Reads the text format line by line, strictly; the value of each series by its name and labels. */
function parse(text: string): Map<string, number> {
  const helped = new Set<string>()
  const types = new Map<string, string>()
  const values = new Map<string, number>()
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.trimEnd().split('\n').filter(Boolean)) {
    const comment = /^# (HELP|TYPE) ([a-z_]\w*) (.+)$/.exec(line)
    if (comment) {
      const [, kind = '', name = '', rest = ''] = comment
      if (kind === 'HELP') helped.add(name)
      else types.set(name, rest)
      continue
    }
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    expect(name, line).not.toBe('')
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
    expect([line, helped.has(family), types.get(family)]).toEqual([
      line,
      true,
      expect.stringMatching(/^(counter|gauge|histogram|summary)$/),
    ])
    if (types.get(family) === 'counter') expect(name).toMatch(/_total$/)
    const series = labels ? `${name}{${labels}}` : name
    expect(values.has(series), series).toBe(false)
    values.set(series, Number(value.replace('Inf', 'Infinity')))
  }
  return values
}

const LIST_AGE_S = 90
let shop: TestShop
let operations: Awaited<ReturnType<typeof serveOperations>>
const scrape = async () => parse((await operations.ask('/api/metrics')).body)
/** By how much each of the series grows by the work. */
async function growth(work: () => Promise<unknown>, ...series: string[]) {
  const before = await scrape()
  await work()
  const after = await scrape()
  return series.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0))
}

/** A busy machine may keep the moment waiting in which all is still. */
const PATIENT = { timeout: 20_000 }

beforeAll(async () => {
  const db = await openPostgresTestDatabase()
  const fetchedAt = new Date(TEST_NOW.getTime() - LIST_AGE_S * 1000)
  const answer = { success: true, products: [], collections: [], error: null }
  await db.prisma.shopList.create({ data: { source: 'shopify', fetchedAt, answer } })
  // Nothing listens there.
  const platform = platformShop({
    prisma: db.prisma,
    log: createLogger('silent'),
    now: () => TEST_NOW,
    address: 'http://127.0.0.1:1/graphql.json',
    token: 'token',
    shopUrl: 'https://shop.example',
    retries: { ...DEFAULT_RETRIES, retries: 1, firstWaitMs: 1, failuresToBreak: 2 },
  })
  shop = await openTestShop({ db, shop: { products: platform.source, platform } })
  operations = await serveOperations(shop.services)
})
afterAll(async () => {
  await operations.close()
  await shop.close()
})

describe('the metrics', () => {
  it('say how the database, the streams, the shop’s list and the process are', async () => {
    const stream = await fetch(`${operations.url}/api/trpc/stream`)
    const values = await vi.waitFor(async () => {
      const found = await scrape()
      expect(found.get('shop_platform_list_age_seconds')).toBe(LIST_AGE_S)
      // The health probe may be asking at this very moment.
      expect(found.get('shop_database_statements_pending')).toBe(0)
      return found
    }, PATIENT)
    expect(Object.fromEntries(values)).toMatchObject({
      shop_live_streams_open: 1,
      shop_http_requests_open: 2,
      shop_change_feed_listening: 1,
      shop_database_pool_connections: expect.any(Number),
      shop_database_pool_waiting: 0,
      'shop_outbox_messages{state="waiting"}': 0,
      'shop_outbox_messages{state="failed"}': 0,
      shop_platform_list_failed_timestamp_seconds: 0,
      'shop_platform_circuit_state{state="closed"}': 1,
      'shop_platform_circuit_state{state="open"}': 0,
      'shop_emails_total{result="failed"}': expect.any(Number),
      nodejs_eventloop_lag_p99_seconds: expect.any(Number),
      nodejs_heap_size_used_bytes: expect.any(Number),
      process_cpu_seconds_total: expect.any(Number),
    })
    await stream.body?.cancel()
    await vi.waitFor(async () => expect((await scrape()).get('shop_live_streams_open')).toBe(0), PATIENT)
  })

  it('note a failed refresh of the list, and the circuit that it opens', async () => {
    await shop.services.platform?.refresher.refresh()
    await vi.waitFor(async () => {
      const values = await scrape()
      expect(values.get('shop_platform_list_failed_timestamp_seconds')).toBe(TEST_NOW.getTime() / 1000)
      expect(values.get('shop_platform_circuit_state{state="open"}')).toBe(1)
    }, PATIENT)
  })

  it('count and time calls, those refused too, by the names of procedures alone', async () => {
    const calls = async () => {
      await shop.visitor.settings.public()
      await expect(shop.visitor.orders.list({})).rejects.toThrow()
    }
    const ok = 'path="settings.public",type="query",outcome="ok"'
    expect(
      await growth(
        calls,
        `shop_call_duration_seconds_count{${ok}}`,
        `shop_call_duration_seconds_bucket{le="+Inf",${ok}}`,
        'shop_call_duration_seconds_count{path="orders.list",type="query",outcome="UNAUTHORIZED"}',
      ),
    ).toEqual([1, 1, 1])
    const asked = () => fetch(`${operations.url}/some/page`)
    expect(await growth(asked, 'shop_http_requests_total{route="page",status="200"}')).toEqual([1])
    expect(
      await growth(() => shop.services.live.values.settings.get(), 'shop_cache_requests_total{cache="settings",result="hit"}'),
    ).toEqual([1])
  })

  it('count emails, messages to phones and webhooks by what became of them', async () => {
    const server = await openSmtpServer()
    const email = { to: 'a@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
    const log = createLogger('silent')
    const mail = createMailer({ smtpUrl: `${server.url}/?pool=false`, dataDir: '', log })
    const mailShop = await openTestShop({ mail, outboxPauses: [0] })
    const { db, services } = mailShop
    server.refuse(450, 550)
    const mails = async () => {
      // The first one fails at its second try, the other one arrives.
      for (const states of [['failed'], ['failed']]) {
        await db.prisma.$transaction((tx) => services.outbox.email(tx, email))
        const known = async () =>
          (await db.prisma.$queryRaw<{ state: string }[]>`SELECT state::text FROM shop_queue.job WHERE name = 'letters'`).map(
            ({ state }) => state,
          )
        await expect.poll(known, { timeout: 10_000 }).toEqual(states)
      }
    }
    const results = ['retried', 'failed', 'sent'].map((result) => `shop_emails_total{result="${result}"}`)
    expect(await growth(mails, ...results)).toEqual([1, 1, 1])
    await mailShop.close()
    await server.close()

    const service = await openSmsWebhook()
    const sms = createSmsSender(service.url, { log: createLogger('silent') })
    const message = { to: '+447700900000', channel: 'sms', text: 'Hello' } as const
    const messages = async () => {
      await sms?.send(message)
      service.answer(500)
      await expect(sms?.send(message)).rejects.toThrow()
      await service.close()
      await expect(sms?.send(message)).rejects.toThrow()
    }
    const outcomes = ['sent', 'refused', 'unreached'].map((result) => `shop_sms_total{result="${result}"}`)
    expect(await growth(messages, ...outcomes)).toEqual([1, 1, 1])

    const routes = await serveRoutes(shop, [{ path: /webhook/, module: webhookRoute }])
    const webhook = () => fetch(`${routes.url}/webhook`, { method: 'POST', body: '{}' })
    expect(await growth(webhook, 'shop_webhooks_total{outcome="not configured"}')).toEqual([1])
    await routes.close()
  })

  it('count the change feed’s reconnections', { tags: ['full'] }, async () => {
    const reconnects = async () => (await scrape()).get('shop_change_feed_reconnects_total') ?? 0
    const before = await reconnects()
    const cut = async () => {
      await shop.db.prisma
        .$queryRaw`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|SELECT 1$)'`
      // It is back too soon for anybody to see it away.
      await vi.waitFor(async () => expect(await reconnects()).toBeGreaterThan(before), { timeout: 5_000 })
    }
    expect(await growth(cut, 'shop_change_feed_reconnects_total')).toEqual([1])
    expect((await scrape()).get('shop_change_feed_listening')).toBe(1)
  })

  it('open to this machine alone, and to a bearer of the token where there is one', async () => {
    const guarded = await serveOperations(shop.services, 'a-token-for-metrics')
    const refusals = async (url: string, headers: Record<string, string>) => {
      const response = await fetch(`${url}/api/metrics`, { headers })
      return [response.status, response.status === 200 ? '' : await response.text()]
    }
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']) {
      expect(await refusals(operations.url, { [name]: '127.0.0.1' })).toEqual([403, ''])
    }
    for (const Authorization of ['', 'Bearer', 'Bearer a-token-for-metric', 'Bearer a-token-for-metrics2', 'Basic a-token-for-metrics']) {
      expect(await refusals(guarded.url, { Authorization })).toEqual([401, ''])
    }
    expect(await refusals(guarded.url, { Authorization: 'Bearer a-token-for-metrics', 'X-Forwarded-For': '10.1.2.3' })).toEqual([200, ''])
    expect(await refusals(operations.url, {})).toEqual([200, ''])
    await guarded.close()
  })
})

it('a fast statement leaves no line', async () => {
  const { log, lines } = openCapturedLog()
  const db = openPostgres(await createTestDatabase(), new StatementWatch(log, 60_000))
  await db.prisma.$queryRaw`SELECT 1`
  expect(lines).toEqual([])
  await db.close()
})

describeOnEngines('slow statements on %s', (engine) => {
  it('are logged with their text and their request, without values', async () => {
    const { log, lines } = openCapturedLog()
    const watched = async (slowMs: number) => {
      const watch = new StatementWatch(log, slowMs)
      if (engine === 'embedded') return openTestDatabase(watch)
      const { url, close } = await openPostgresTestDatabase()
      await close()
      return openPostgres(url, watch)
    }
    const slow = await watched(0)
    const work = ({ prisma }: typeof slow) =>
      inRequest('request-1', async () => {
        await prisma.product.findMany({ where: { name: 'SECRET VALUE' } })
        await prisma.$transaction((tx) => tx.$executeRaw`UPDATE products SET name = ${'SECRET VALUE'}`)
      })
    const before = (await scrape()).get('shop_slow_queries_total') ?? 0
    await work(slow)
    const texts = lines.filter((line) => line.includes('"Slow query"'))
    expect(texts.filter((line) => /"sql":"(SELECT .*products|UPDATE products SET name = \$1")/.test(line))).toHaveLength(2)
    expect((await scrape()).get('shop_slow_queries_total')).toBeGreaterThanOrEqual(before + texts.length)
    for (const line of texts) expect(line.match(/"requestId":"request-1"/g)).toHaveLength(1)
    expect(texts.join('')).not.toContain('SECRET')
    await slow.close()
  })
})
