import type { IncomingMessage } from 'node:http'

export interface CacheHeaders {
  encodings: string | undefined
  conditional: boolean
  partial: boolean
}

/** `req.headers` builds an object of all headers, which costs as much as the rest of the cache's work. */
export function cacheHeadersOf({ rawHeaders }: IncomingMessage): CacheHeaders {
  const asked: CacheHeaders = { encodings: undefined, conditional: false, partial: false }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // Length tells most others apart.
    if (name.length !== 15 && name.length !== 13 && name.length !== 5) continue
    const lower = name.toLowerCase()
    if (lower === 'accept-encoding') {
      const value = rawHeaders[index + 1]
      asked.encodings = asked.encodings === undefined ? value : `${asked.encodings}, ${value ?? ''}`
    } else if (lower === 'if-none-match') asked.conditional = true
    else if (lower === 'range') asked.partial = true
  }
  return asked
}
