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

export interface CachedResponse {
  forms: Record<Encoding, Form>
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

async function bodies({ body, compressed = {} }: ResponseContent): Promise<Record<Encoding, Buffer>> {
  const br = compressed.br ?? (await compressBr(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }))
  const gz = compressed.gzip ?? (await compressGzip(body, { level: QUALITY }))
  const smaller = (made: Buffer) => (made.length < body.length ? made : body)
  return { br: smaller(br), gzip: smaller(gz), identity: body }
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

/** @param always headers of every answer */
export async function cacheResponse(content: ResponseContent, always: ResponseContent['caching']): Promise<CachedResponse> {
  const { body, contentType, caching } = content
  const isText = compressible.test(contentType)
  const made = isText ? await bodies(content) : { br: body, gzip: body, identity: body }
  const name = await nameOf(content)
  const common = [...(isText ? ['Vary', 'Accept-Encoding'] : []), ...caching.flat(), ...always.flat()]
  const form = (encoding: Encoding): Form => {
    const coding = made[encoding] === body ? [] : ['Content-Encoding', encoding]
    const etag = coding.length > 0 ? `"${name}-${encoding}"` : `"${name}"`
    const length = String(made[encoding].length)
    return {
      etag,
      body: made[encoding],
      head: ['Content-Type', contentType, 'Content-Length', length, ...coding, 'ETag', etag, ...common],
      headNotModified: ['ETag', etag, ...common],
    }
  }
  const about = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(Buffer.byteLength(REFUSAL))]
  return {
    forms: { br: form('br'), gzip: form('gzip'), identity: form('identity') },
    headRefused: [...about, 'Vary', 'Accept-Encoding', 'Cache-Control', 'no-store', ...always.flat()],
  }
}

export function sendCached(
  { forms, headRefused }: CachedResponse,
  asked: CacheHeaders,
  req: IncomingMessage,
  res: ServerResponse,
): 'sent' | 'not modified' {
  const encoding = encodingFor(asked.encodings)
  if (encoding === null) {
    res.writeHead(406, headRefused).end(req.method === 'HEAD' ? undefined : REFUSAL)
    return 'sent'
  }
  const { etag, body, head, headNotModified } = forms[encoding]
  if (asked.conditional && fresh(req.headers, { etag })) {
    res.writeHead(304, headNotModified).end()
    return 'not modified'
  }
  res.writeHead(200, head)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
  return 'sent'
}
