import { query, mutate, type Answer } from './client'

/** Longer than any scenario lets an answer take (ms). */
const TIMEOUT_MS = 60_000

/** The outcome of a request in a mixed load. */
export interface Seen {
  kind: string
  /** 0 where no answer came at all. */
  status: number
  /** The fault of the answer's form, if any. */
  fault?: string
}

/** A refusal while the database is away: 503, when to come again, our own words and nobody else's. */
function faultOf(answer: Answer): string | undefined {
  if (answer.ok) return undefined
  const { status, code, message, retryAfter } = answer
  if (status !== 503 || code !== 'SERVICE_UNAVAILABLE') return `${status} ${code}: ${message}`
  if (retryAfter === null) return '503 without Retry-After'
  return /prisma|postgres|sql|database|ECONN|socket|timeout|\bat \//i.test(message)
    ? `503 in another system's words: ${message}`
    : undefined
}

const called = (kind: string, answer: Answer): Seen => {
  const fault = faultOf(answer)
  return { kind, status: answer.status, ...(fault === undefined ? {} : { fault }) }
}

async function page(url: string, path: string): Promise<Seen> {
  const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(30_000) })
  const html = await response.text()
  const right = response.status === 200 && html.includes('</html>')
  return { kind: `page ${path}`, status: response.status, ...(right ? {} : { fault: `${response.status}, ${html.length} characters` }) }
}

/** Requests of every kind in turn: static pages, public and administrators' calls, reads and writes. */
export function mixedTraffic(url: string, token: string): (index: number) => Promise<Seen> {
  const kinds: ((index: number) => Promise<Seen>)[] = [
    () => page(url, '/'),
    async () => called('orders.list', await query(url, 'orders.list', {}, { token, timeoutMs: TIMEOUT_MS })),
    async (index) =>
      called(
        'products.create',
        await mutate(
          url,
          'products.create',
          { name: `Under load ${index}`, category: 'Load', stockQuantity: 1 },
          { token, timeoutMs: TIMEOUT_MS },
        ),
      ),
    () => page(url, '/products'),
    async () => called('products.shop', await query(url, 'products.shop')),
    async () => called('dashboard.overview', await query(url, 'dashboard.overview', undefined, { token, timeoutMs: TIMEOUT_MS })),
  ]
  return async (index) => {
    const kind = kinds[index % kinds.length]
    try {
      return (await kind?.(index)) ?? { kind: 'none', status: 0 }
    } catch (error) {
      return { kind: `kind ${index % kinds.length}`, status: 0, fault: `no answer: ${String(error)}` }
    }
  }
}
