import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openTraceCollector } from '../setup/trace-collector'
import { startShop } from './support/shop-server'

const MARK = 'BatchSpanProcessor'

/** The code of the build that every start loads. */
function loadedAtStart(name = 'server.mjs', seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(name)) return seen
  const code = readFileSync(join('dist', name), 'utf8')
  seen.set(name, code)
  for (const [, part = ''] of code.matchAll(/^(?:import|\} from|import .* from|export .* from) ?"\.\/([\w.-]+)"/gm))
    loadedAtStart(part, seen)
  return seen
}

test('a built shop sends what Next and the server around it did for a request as one trace', { tag: '@full' }, async () => {
  test.setTimeout(120_000)
  const collector = await openTraceCollector()
  const shop = await startShop('test-results/server-traces.log', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await fetch(`${shop.url}/track/s3cret-of-jane?email=jane`)
  for (const path of ['/admin/repairs/REP-jane', '/admin/jane/s3cret']) await fetch(shop.url + path, { redirect: 'manual' })
  const key = { authorization: `Bearer mhs_${'s3cret'.repeat(7)}` }
  expect((await fetch(`${shop.url}/api/export/orders.csv?search=jane`, { headers: key })).status).toBe(401)
  // The rest is sent at the end.
  expect(await shop.stop()).toBe(0)

  const route = (name: string) => collector.spans.find((span) => span.name === name)
  expect(route('GET /track/[secret]')?.attributes).toMatchObject({ 'http.route': '/track/[secret]', 'http.response.status_code': 200 })
  expect(route('GET /admin/repairs/[number]')).toBeDefined()
  expect(route('GET /admin/[...path]')).toBeDefined()
  const request = route('GET /api/export/[file]')
  const below = collector.spans.filter(({ traceId, spanId }) => traceId === request?.traceId && spanId !== request.spanId)
  expect(below.length).toBeGreaterThan(0)
  for (const span of below) {
    expect(span.parentSpanId).toBe(request?.spanId)
    expect(span.attributes['db.system.name']).toBe('postgresql')
  }
  expect(collector.text()).not.toMatch(/s3cret|jane/)
  await collector.close()
})

test('the code that sends traces is in no part of the build that every start loads', { tag: '@full' }, () => {
  const parts = loadedAtStart()
  expect(parts.size).toBeGreaterThan(3)
  expect([...parts].filter(([, code]) => code.includes(MARK)).map(([name]) => name)).toEqual([])
  const all = readdirSync('dist').filter((name) => name.endsWith('.mjs') && readFileSync(join('dist', name), 'utf8').includes(MARK))
  expect(all).toHaveLength(1)
})
