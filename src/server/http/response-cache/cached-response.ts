import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import type { CacheHeaders } from './request-headers'
import { forEachYielding } from '~/server/platform/event-loop'
import Negotiator from 'negotiator'

/** The smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Browsers send few values; a flood of others only empties this memory. */
const MOST_KNOWN = 64
const known = new Map<string, Encoding | null>()

/** The smallest of the client's preferred encodings (RFC 9110 §12.5.3); null if it accepts none, not even identity. */
function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return 'identity'
  const before = known.get(accepted)
  if (before !== undefined) return before
  const best = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(encodings, { preferred: encodings }).at(0) ?? null
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(accepted, best)
  return best
}

interface Form {
  etag: string
  body: Buffer
  head: string[]
  headNotModified: string[]
}

/** A response that is the same for everyone. */
export interface CachedResponse {
  /** Its form in an encoding; compressed when it is first asked for, once for all who wait. */
  form: (encoding: Encoding) => Form | Promise<Form>
  /** For a client that accepts no encoding of ours. */
  headRefused: string[]
}

export interface ResponseContent {
  body: Buffer
  contentType: string
  caching: readonly (readonly [name: string, value: string])[]
  compressed?: Partial<Record<'br' | 'gzip', Buffer>>
}

const compressBr = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** 5 ms of compression save most of what 100 ms would. */
const QUALITY = 6

const compressible = /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|wasm)|image\/svg\+xml)/

/** The body in an encoding; as it is where that makes it no smaller. Runs on threads of its own. */
async function encoded({ body, compressed = {} }: ResponseContent, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const compress = () =>
    encoding === 'br' ? compressBr(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }) : compressGzip(body, { level: QUALITY })
  const made = compressed[encoding] ?? (await compress())
  return made.length < body.length ? made : body
}

const SLICE = 1024 * 1024

/** Large bodies are hashed in slices. */
async function nameOf({ contentType, body }: ResponseContent): Promise<string> {
  const hash = createHash('sha256').update(contentType).update('\0')
  const slices = Array.from({ length: Math.ceil(body.length / SLICE) }, (_, at) => body.subarray(at * SLICE, (at + 1) * SLICE))
  await forEachYielding(slices, (slice) => hash.update(slice))
  return hash.digest('base64url').slice(0, 22)
}

const REFUSAL = 'None of the encodings that this address can be sent in is accepted.\n'

/** Prepares the headers of a body; `always` are those of every answer. */
export async function cacheResponse(content: ResponseContent, always: ResponseContent['caching']): Promise<CachedResponse> {
  const { body, contentType, caching } = content
  const isText = compressible.test(contentType)
  const name = await nameOf(content)
  const common = [...(isText ? ['Vary', 'Accept-Encoding'] : []), ...caching.flat(), ...always.flat()]
  const formOf = (encoding: Encoding, made: Buffer): Form => {
    const coding = made === body ? [] : ['Content-Encoding', encoding]
    const etag = coding.length > 0 ? `"${name}-${encoding}"` : `"${name}"`
    return {
      etag,
      body: made,
      head: ['Content-Type', contentType, 'Content-Length', String(made.length), ...coding, 'ETag', etag, ...common],
      headNotModified: ['ETag', etag, ...common],
    }
  }
  const asItIs = formOf('identity', body)
  const forms: Partial<Record<Encoding, Form | Promise<Form>>> = isText
    ? { identity: asItIs }
    : { br: asItIs, gzip: asItIs, identity: asItIs }
  const make = async (encoding: 'br' | 'gzip') => {
    const form = formOf(encoding, await encoded(content, encoding))
    forms[encoding] = form
    return form
  }
  const about = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(Buffer.byteLength(REFUSAL))]
  return {
    form: (encoding) => (encoding === 'identity' ? asItIs : (forms[encoding] ??= make(encoding))),
    headRefused: [...about, 'Vary', 'Accept-Encoding', 'Cache-Control', 'no-store', ...always.flat()],
  }
}

/**
 * Answers a GET or a HEAD, with 304 for a client that has the body.
 * @param count is called with the outcome
 */
export function sendCached(
  { form, headRefused }: CachedResponse,
  asked: CacheHeaders,
  req: IncomingMessage,
  res: ServerResponse,
  count: (outcome: 'sent' | 'not modified') => void = () => undefined,
): void {
  const encoding = encodingFor(asked.encodings)
  if (encoding === null) {
    res.writeHead(406, headRefused).end(req.method === 'HEAD' ? undefined : REFUSAL)
    count('sent')
    return
  }
  const send = ({ etag, body, head, headNotModified }: Form) => {
    if (asked.conditional && fresh(req.headers, { etag })) {
      res.writeHead(304, headNotModified).end()
      count('not modified')
      return
    }
    res.writeHead(200, head).end(req.method === 'HEAD' ? undefined : body)
    count('sent')
  }
  const made = form(encoding)
  if (made instanceof Promise) void made.then(send)
  else send(made)
}
