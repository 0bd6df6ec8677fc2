import fc from 'fast-check'
import superjson from 'superjson'
import { hostile } from './hostile'

/** A request as it goes over the wire. */
export interface FuzzRequest {
  method: string
  /** With its query. */
  url: string
  headers: Record<string, string>
  body: string | undefined
}

const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
  fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
)

const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/csv',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  ';',
]

/** Headers that mean something to the server, with values that may mean nothing. */
const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'authorization',
    'cookie',
    'origin',
    'sec-fetch-site',
    'x-request-id',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'accept',
    'accept-encoding',
    'if-none-match',
    'range',
    'last-event-id',
    'trpc-accept',
    'x-shopify-topic',
    'x-shopify-hmac-sha256',
    'content-type',
  ),
  fc.oneof(
    fc.constantFrom(
      'Bearer',
      'Bearer a.b.c',
      'Basic eDp5',
      'null',
      'https://evil.example',
      'cross-site',
      'same-origin',
      '203.0.113.9, 10.0.0.1',
      '::1',
      'bytes=0-',
      '*',
      'gzip;q=0',
      'application/jsonl',
      'text/event-stream',
      'next-auth.session-token=x',
      'next-auth.session-token=eyJhbGciOiJkaXIifQ..a.b.c',
      '%',
      'a=b; a=c; =d;;',
      ...types,
    ),
    fc.string({ maxLength: 60 }),
  ),
  { maxKeys: 3 },
)

/** Without halves of characters, which no encoding has. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** What Node's client lets through: the server would refuse the rest before anything of ours. */
const sendable = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
const sendablePath = (text: string) => text.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(wellFormed(character)))

const segment = (known: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom('..', '.', '%00', '%ff', '%', '%2e%2e%2f', '__proto__', 'constructor', 'x'.repeat(3_000), ''),
    fc.webSegment(),
  )

const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  fc.webQueryParameters(),
  fc.constantFrom(
    'input=%',
    'batch=1',
    'batch=1&input={',
    'search=%00',
    'search=a&search=b',
    'ids=',
    'ids=a,b',
    'status=pending&sort=x',
    '__proto__[x]=1',
    'callbackUrl=https://evil.example',
    'error=x',
    '&&=&',
  ),
)

/** Texts of JSON that are cut off, too deep, too large, or no JSON. */
const brokenJson = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"',
    '\u0000',
    '{"json":1,"meta":{"values":5}}',
    '{"0":{"json":null}}',
    '['.repeat(20_000),
    `"${'x'.repeat(1_100_000)}"`,
    '\ufeff{}',
  ),
  fc.string(),
  fc.json(),
)

/** superjson's notes on a value: which parts are dates, maps and so on. Any note can be a lie. */
const spoiledNotes = fc.record({
  json: fc.jsonValue(),
  meta: fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        values: fc.dictionary(
          fc.constantFrom('a', 'id', '__proto__', 'constructor.prototype', '0', 'a.b\\.c', ''),
          fc.constantFrom(
            ['Date'],
            ['map'],
            ['set'],
            ['bigint'],
            ['regexp'],
            ['URL'],
            ['Error'],
            ['undefined'],
            ['number'],
            [['custom', 'x']],
            [['class', 'y']],
            [['symbol', 'z']],
            [['typed-array', 'Uint8Array']],
            'Date',
          ),
        ),
        referentialEqualities: fc.dictionary(
          fc.constantFrom('a', '__proto__', 'constructor'),
          fc.array(fc.constantFrom('__proto__.x', 'constructor.prototype.y', 'b')),
          { maxKeys: 2 },
        ),
        v: fc.constantFrom(1, 2, 'x'),
      },
      { requiredKeys: [] },
    ),
  ),
})

const written = (value: unknown): string => {
  try {
    return superjson.stringify(value)
  } catch {
    // superjson cannot write everything that there is.
    return 'null'
  }
}

/** The text of one call's input. */
const callInput = (input: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 5, arbitrary: input.map(written) },
    { weight: 1, arbitrary: hostile.map(written) },
    { weight: 2, arbitrary: spoiledNotes.map((notes) => JSON.stringify(notes)) },
    { weight: 1, arbitrary: brokenJson },
  )

export interface Call {
  path: string
  input: fc.Arbitrary<unknown>
  type: string
}

/** Calls of procedures, alone and in batches, also by the wrong method. */
export function callRequest(calls: readonly Call[]): fc.Arbitrary<FuzzRequest> {
  const one = fc.constantFrom(...calls).chain(({ path, input, type }) =>
    fc.record({
      path: fc.oneof({ weight: 9, arbitrary: fc.constant(path) }, segment([path])),
      input: callInput(input),
      type: fc.constant(type),
    }),
  )
  const request = fc.record({
    batch: fc.option(fc.array(one, { minLength: 1, maxLength: 12 }), { freq: 3 }),
    single: one,
    wrongMethod: fc.option(methods, { freq: 6 }),
    headers: fc.option(oddHeaders, { freq: 2 }),
  })
  return request.map(({ batch, single, wrongMethod, headers }) => {
    const path = batch ? batch.map((each) => each.path).join(',') : single.path
    const text = batch ? `{${batch.map((each, index) => `"${index}":${each.input}`).join(',')}}` : single.input
    const method = wrongMethod ?? (single.type === 'mutation' ? 'POST' : 'GET')
    const flag = batch ? 'batch=1&' : ''
    const sent = method === 'GET' || method === 'HEAD'
    const url = `/api/trpc/${path}?${flag}${sent ? `input=${encodeURIComponent(wellFormed(text)).slice(0, 8_000)}` : ''}`
    return finished({ method, url, headers: { 'content-type': 'application/json', ...headers }, body: sent ? undefined : text })
  })
}

/** Requests of the site's other addresses, and of some that it does not have. */
export function routeRequest(paths: readonly string[], known: readonly string[], bodies: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> {
  const path = fc.constantFrom(...paths).chain((template) => {
    const parts = template.split('/').filter((part) => part !== '')
    return fc
      .tuple(
        ...parts.map((part) =>
          /^\[/.test(part) ? segment(known) : fc.oneof({ weight: 9, arbitrary: fc.constant(part) }, segment([part])),
        ),
      )
      .map((filled) => `/${filled.join('/')}`)
  })
  const anywhere = fc.oneof(
    { weight: 8, arbitrary: path },
    fc.webPath(),
    fc.constantFrom('//', '/\\', '/api', '/api/', '/api/../../etc/passwd', '/_next/data/x/y.json', '/%', '*', 'http://evil.example/'),
  )
  return fc
    .record({
      method: methods,
      path: anywhere,
      query,
      type: fc.constantFrom(...types),
      headers: oddHeaders,
      body: fc.oneof(bodies, brokenJson),
    })
    .map(({ method, path: at, query: asked, type, headers, body }) =>
      finished({
        method,
        url: asked === '' ? at : `${at}?${asked}`,
        headers: { 'content-type': type, ...headers },
        body: method === 'GET' || method === 'HEAD' ? undefined : body,
      }),
    )
}

const finished = ({ method, url, headers, body }: FuzzRequest): FuzzRequest => ({
  method,
  url: sendablePath(url).slice(0, 12_000),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, sendable(value)])),
  body,
})
