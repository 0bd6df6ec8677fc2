import fc from 'fast-check'
import superjson from 'superjson'
import { hostile } from './hostile'
import { brokenJson, methods, oddHeaders, query, segment, spoiledNotes, types } from './odd-http'

/** A request as it goes over the wire. */
export interface FuzzRequest {
  method: string
  /** With its query. */
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** Without halves of characters, which no encoding has. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** Node's client lets these through: the server would refuse the rest before anything of ours. */
const sendable = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
const sendablePath = (text: string) => text.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(wellFormed(character)))

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

interface Call {
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
          part.startsWith('[') ? segment(known) : fc.oneof({ weight: 9, arbitrary: fc.constant(part) }, segment([part])),
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
