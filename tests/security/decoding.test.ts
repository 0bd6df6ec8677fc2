import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import superjson from 'superjson'
import { LARGEST_BODY, LARGEST_BULK_BODY, largestBody } from '~/server/api/body-limit'
import { decodeInput, transformer } from '~/server/api/transformer'
import { openFuzzShop, type FuzzShop } from '../fuzz/support/fuzz-shop'
import { serveSite } from '../fuzz/support/site'
import { routerProcedures } from './input-schemas'

/** Limits before a schema is asked: sizes, annotations, floors and numbers of values. */

const refused = { code: 'BAD_REQUEST' }
const decoded = (json: unknown, values?: unknown) => decodeInput({ json, meta: { values, v: 1 } })

describe('an answer', () => {
  const date = new Date('2026-11-20T12:00:00Z')
  it.each<[string, unknown]>([
    ['rows with dates', { rows: [{ id: 'a', createdAt: date, customer: { email: null } }, { updatedAt: new Date(0) }], total: 2 }],
    ['fields that are left out', { a: undefined, b: [undefined, { c: undefined }] }],
    ['names with signs of paths', { 'a.b': { 'c\\d': date }, 'e\\': date }],
    ['a name that is empty', { '': { a: date } }],
    ['an object that is there twice', { a: date, b: date, c: [{ d: date }] }],
    ['numbers that JSON has no word for', { a: -0, b: NaN, c: Infinity, d: 10n }],
    ['a date that is none', { a: new Date(NaN) }],
    ['sets, maps and errors', { a: new Set([date]), b: new Map([['c', date]]), d: new Error('e') }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: date })],
    ['what stands alone', date],
    ['nothing', undefined],
  ])('with %s is written as superjson writes it', (_what, value) => {
    const written: unknown = transformer.output.serialize(value)
    expect(JSON.stringify(written)).toBe(superjson.stringify(value))
  })

  it('has no name that is an object’s own machinery', () => {
    const polluted: unknown = JSON.parse('{"a":{"__proto__":1}}')
    expect(() => {
      transformer.output.serialize(polluted)
    }).toThrow('prototype pollution')
  })
})

describe('an input', () => {
  it('is what its caller had', () => {
    const inputs = [
      undefined,
      null,
      'text',
      { search: undefined, limit: 10, 'a.b': undefined, 'c\\d': [undefined, 1] },
      { stockQuantity: NaN, price: -0, since: new Date('2026-11-20T12:00:00Z') },
      { ids: Array.from({ length: 1_000 }, (_, index) => ({ id: String(index), version: undefined })) },
    ]
    for (const input of inputs) expect(decodeInput(JSON.parse(superjson.stringify(input)))).toEqual(input)
  })

  it('may come without the wrapper’s parts', () => {
    expect(decodeInput({})).toBeUndefined()
    expect(decodeInput({ json: { a: 1 }, meta: null })).toEqual({ a: 1 })
  })

  it.each(['set', 'map', 'bigint', 'regexp', 'Error', 'URL', 'made up'])('has no annotation %s', (type) => {
    expect(() => decoded(['1'], [type])).toThrow(expect.objectContaining(refused))
    expect(() => decoded({ a: ['1'] }, { a: [type] })).toThrow(expect.objectContaining(refused))
    expect(() => decoded(['1'], [type, { 0: ['Date'] }])).toThrow(expect.objectContaining(refused))
  })

  it.each([[['class', 'Viewer']], [['symbol', 'a']], [['custom', 'a']], [['typed-array', 'Int8Array']]])('has no annotation %j', (type) => {
    expect(() => decoded({ a: [] }, { a: [type] })).toThrow(expect.objectContaining(refused))
  })

  it('has no equal entries', () => {
    expect(() => decodeInput({ json: { a: {} }, meta: { referentialEqualities: { a: ['b'] } } })).toThrow(expect.objectContaining(refused))
  })

  it('has no list made long by an annotation', () => {
    expect(() => decoded([], { 4294967294: ['undefined'] })).toThrow(expect.objectContaining(refused))
    expect(() => decoded({ ids: [] }, { 'ids.90000000': ['undefined'] })).toThrow(expect.objectContaining(refused))
  })

  it.each(['__proto__.isAdmin', 'constructor', 'a.prototype.b'])('has no annotation of %s', (path) => {
    expect(() => decoded({ a: {} }, { [path]: ['undefined'] })).toThrow(expect.objectContaining(refused))
  })

  it('keeps a field with the name of the prototype to itself', () => {
    const input = decodeInput(JSON.parse('{"json":{"__proto__":{"role":"admin"}}}'))
    expect(input).not.toHaveProperty('role')
  })

  it('has so many values and no more', () => {
    const many = (values: number) => Array.from({ length: values }, () => 0)
    expect(decodeInput({ json: many(9_000) })).toHaveLength(9_000)
    for (const json of [many(10_001), [many(5_001), many(5_001)], Object.fromEntries(many(10_001).map((_, key) => [`k${key}`, 0]))]) {
      expect(() => decodeInput({ json })).toThrow(expect.objectContaining({ ...refused, message: expect.stringContaining('10,000') }))
    }
  })

  it('is nested so deep and no deeper', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 0 : { a: deep(levels - 1) })
    expect(decodeInput({ json: deep(8) })).toEqual(deep(8))
    expect(() => decodeInput({ json: deep(9) })).toThrow(expect.objectContaining(refused))
  })
})

describe('a body', () => {
  let shop: FuzzShop
  let site: Awaited<ReturnType<typeof serveSite>>
  let cookies: Record<'customer' | 'administrator', string>
  beforeAll(async () => {
    shop = await openFuzzShop()
    site = await serveSite(shop)
    cookies = {
      customer: await site.cookieOf(shop.sessions.customer ?? ''),
      administrator: await site.cookieOf(shop.sessions.administrator ?? ''),
    }
  })
  afterAll(async () => {
    await site.close()
    await shop.close()
  })

  const post = async (path: string, body: string, cookie = '') => {
    const answer = await fetch(`http://127.0.0.1:${site.port}/api/trpc/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body,
    })
    return { status: answer.status, text: await answer.text() }
  }
  const padded = (input: object, size: number) => {
    const body = JSON.stringify({ json: input, padding: '' })
    return `${body.slice(0, -2)}${'x'.repeat(size - Buffer.byteLength(body))}"}`
  }

  it('of a public call has at most 64 kB', async () => {
    const input = { email: 'nobody@example.com' }
    expect((await post('auth.requestPasswordReset', padded(input, LARGEST_BODY))).status).toBe(200)
    const answer = await post('auth.requestPasswordReset', padded(input, LARGEST_BODY + 1), cookies.administrator)
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('64 kB')
  })

  it('of a signed-in call has at most 64 kB', async () => {
    expect((await post('account.endOtherSessions', padded({}, LARGEST_BODY + 1), cookies.customer)).status).toBe(413)
  })

  it('of an administrator’s bulk call has at most 1 MB', async () => {
    const input = { ids: shop.pool.ids.slice(0, 1), status: 'pending' }
    expect((await post('orders.updateStatuses', padded(input, LARGEST_BULK_BODY), cookies.administrator)).status).toBe(200)
    expect((await post('orders.updateStatuses', padded(input, LARGEST_BULK_BODY + 1), cookies.administrator)).status).toBe(413)
    expect((await post('orders.updateStatuses?batch=1', `{"0":${padded(input, 200_000)}}`, cookies.administrator)).status).toBe(200)
  })

  it('of a batch is larger only when all of its calls are', async () => {
    expect(largestBody('orders.updateStatuses,repairs.updateStatuses')).toBe(LARGEST_BULK_BODY)
    expect(largestBody('orders.updateStatuses,auth.signIn')).toBe(LARGEST_BODY)
    expect((await post('orders.updateStatuses,auth.signIn?batch=1', padded({}, LARGEST_BODY + 1), cookies.administrator)).status).toBe(413)
  })

  it('of a bulk call is not taken from others', async () => {
    const large = padded({ ids: shop.pool.ids, status: 'pending' }, 200_000)
    expect((await post('orders.updateStatuses', large)).status).toBe(401)
    expect((await post('orders.updateStatuses', large, cookies.customer)).status).toBe(403)
  })

  it('of an anonymous bulk call is answered before it has come', async () => {
    const socket = connect(site.port, '127.0.0.1')
    const head = `POST /api/trpc/orders.updateStatuses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n`
    socket.write(`${head}{"json":`)
    const answer = await new Promise((resolve) => socket.once('data', resolve))
    expect(String(answer)).toContain('401 Unauthorized')
    socket.destroy()
  })

  it.each([
    ['nested too deep', `{"json":${'['.repeat(200_000)}`],
    ['of too many keys', `{"json":{${Array.from({ length: 20_000 }, (_, key) => `"a long key ${key}":0`).join(',')}}}`],
  ])('%s is refused before it is parsed', async (_name, body) => {
    const answer = await post('orders.updateStatuses', body, cookies.administrator)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('more than 10,000 values')
  })

  const bulkCalls = routerProcedures.filter(({ path }) => largestBody(path) === LARGEST_BULK_BODY)
  it.each(bulkCalls)('of $path may be large, which administrators alone may call', async ({ path }) => {
    expect((await post(path, '{}')).status).toBe(401)
    expect((await post(path, '{}', cookies.customer)).status).toBe(403)
  })

  it('of text alone may be as long as its settings', async () => {
    const about = [
      'stats_miners_serviced',
      'stats_years_experience',
      'stats_countries_served',
      'stats_satisfaction_rate',
      'mission_statement',
    ]
    const values = Object.fromEntries(about.map((key) => [key, '鉱'.repeat(10_000)]))
    expect((await post('settings.save', JSON.stringify({ json: { tab: 'about', values } }), cookies.administrator)).status).toBe(200)
  })

  it('in an address is decoded as in a body', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { topics: ['settings'] }, meta: { values: ['set'] } }))
    for (const call of ['settings.onSettingsChange', 'products.list']) {
      const answer = await fetch(`http://127.0.0.1:${site.port}/api/trpc/${call}?input=${input}`, {
        headers: { Cookie: cookies.administrator },
      })
      const text = (await answer.body?.getReader().read())?.value
      expect(`${answer.status} ${Buffer.from(text ?? []).toString()}`).toContain('The input could not be read.')
    }
  })
})
