import Negotiator from 'negotiator'

/** The forms in which an answer is cached, the smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Browsers send a handful of headers; a flood of others only empties this memory. */
const MOST_KNOWN = 64
const known = new Map<string, Encoding | null>()

/**
 * The encoding to answer in, by what `Accept-Encoding` says (RFC 9110 §12.5.3); of those that the client likes equally the smallest. Null
 * when it accepts none of ours, not even a body as it is.
 */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return 'identity'
  const before = known.get(accepted)
  if (before !== undefined) return before
  const best = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(encodings, { preferred: encodings }).at(0) ?? null
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(accepted, best)
  return best
}
