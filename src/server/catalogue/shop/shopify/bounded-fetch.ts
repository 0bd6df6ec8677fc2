import { recordStatus, requestInSpan } from '~/server/platform/tracing/tracing'
import { PlatformError } from './platform-error'

/** A page of 100 products is well under 1 MB. */
const LARGEST_ANSWER = 8 * 1024 * 1024
const ANSWER_WITHIN_MS = 10_000

async function readBounded(response: Response, largest: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largest) throw new PlatformError(`The answer is larger than ${largest} bytes`, { retryable: false })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface Bounds {
  largest?: number
  withinMs?: number
  onHeaders?: (headers: Headers) => void
}

/**
 * `fetch` to one address with bounds on time and size; the body is in memory before the caller gets it.
 * @param address receives every request, whatever the library builds
 * @throws {PlatformError} for an answer that is too late or too large
 */
export const boundedFetch =
  (address: string, { largest = LARGEST_ANSWER, withinMs = ANSWER_WITHIN_MS, onHeaders }: Bounds = {}) =>
  (_url: string, init?: RequestInit): Promise<Response> =>
    requestInSpan(init?.method ?? 'GET', address, async (span) => {
      const late = AbortSignal.timeout(withinMs)
      const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late
      const response = await fetch(address, { ...init, signal, redirect: 'error' })
      recordStatus(span, response.status, 400)
      const body = await readBounded(response, largest)
      const { status, statusText, headers } = response
      onHeaders?.(headers)
      return new Response(status === 204 || status === 304 ? null : new Uint8Array(body), { status, statusText, headers })
    })
