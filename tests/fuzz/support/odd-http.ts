import fc from 'fast-check'

/** Parts of requests that servers stumble over. */

export const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
  fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
)

export const types = [
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
export const oddHeaders = fc.dictionary(
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

export const segment = (known: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom('..', '.', '%00', '%ff', '%', '%2e%2e%2f', '__proto__', 'constructor', 'x'.repeat(3_000), ''),
    fc.webSegment(),
  )

export const query = fc.oneof(
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
export const brokenJson = fc.oneof(
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
export const spoiledNotes = fc.record({
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
