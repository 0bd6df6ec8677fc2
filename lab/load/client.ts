import * as z from 'zod'
import { admin } from '../../tests/setup/shop-process'

/** The answer to a call: its data, or the refusal in the shop's own form. */
export type Answer =
  | { ok: true; status: number; data: unknown }
  | { ok: false; status: number; code: string; message: string; retryAfter: string | null }

const body = z.union([
  z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) }),
  z.object({ error: z.object({ json: z.object({ message: z.string(), data: z.object({ code: z.string() }) }) }) }),
])

export interface CallOptions {
  token?: string | undefined
  /** The visitor's address, as a balancer tells it. */
  from?: string
  timeoutMs?: number
}

/** So long may an answer take before it counts as lost (ms). */
const TIMEOUT_MS = 30_000

async function request(url: string, init: RequestInit, { token, from, timeoutMs = TIMEOUT_MS }: CallOptions): Promise<Answer> {
  const response = await fetch(url, {
    ...init,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(init.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
    },
  })
  const text = await response.text()
  let parsed: z.output<typeof body>
  try {
    parsed = body.parse(JSON.parse(text))
  } catch {
    return { ok: false, status: response.status, code: 'NO_JSON', message: text.slice(0, 200), retryAfter: null }
  }
  if ('result' in parsed) return { ok: true, status: response.status, data: parsed.result.data.json }
  const { message, data } = parsed.error.json
  return { ok: false, status: response.status, code: data.code, message, retryAfter: response.headers.get('retry-after') }
}

/** A query. @throws where no answer comes at all */
export const query = (url: string, path: string, input?: unknown, options: CallOptions = {}): Promise<Answer> => {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`
  return request(`${url}/api/trpc/${path}${search}`, {}, options)
}

/** A mutation. @throws where no answer comes at all */
export const mutate = (url: string, path: string, input: unknown, options: CallOptions = {}): Promise<Answer> =>
  request(`${url}/api/trpc/${path}`, { method: 'POST', body: JSON.stringify({ json: input }) }, options)

/** The data of an answer that must be one. @throws with the refusal */
export function dataOf<T>(answer: Answer, schema: z.ZodType<T>): T {
  if (!answer.ok) throw new Error(`${answer.status} ${answer.code}: ${answer.message}`)
  return schema.parse(answer.data)
}

const signedIn = z.object({ session: z.object({ accessToken: z.string() }) })

/** Signs in. @returns the access token, which lasts 15 minutes */
export async function signIn(url: string, person: { email: string; password: string } = admin, options: CallOptions = {}): Promise<string> {
  return dataOf(await mutate(url, 'auth.signIn', person, options), signedIn).session.accessToken
}

const form = z.object({ csrfToken: z.string() })
const pairs = (headers: Headers) => headers.getSetCookie().map((line) => line.split(';')[0] ?? '')

/** Signs in as a browser does, for what programs have no token for. @returns the `Cookie` header */
export async function signInByCookie(url: string, person: { email: string; password: string } = admin): Promise<string> {
  const asked = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = form.parse(await asked.json())
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: pairs(asked.headers).join('; '), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, ...person, json: 'true' }),
  })
  if (answer.status !== 200) throw new Error(`Signing in was answered with ${answer.status}`)
  return pairs(answer.headers).join('; ')
}

/** Of a product, what scenarios look at. */
export const product = z.object({ id: z.string(), name: z.string(), version: z.number(), stockQuantity: z.number() })
export type ProductRow = z.output<typeof product>

const page = z.object({ rows: z.array(product), nextCursor: z.string().nullable(), total: z.number() })

/** The newest products, at least `most` if there are so many; all without it. */
export async function readProducts(url: string, token: string, most = Infinity): Promise<ProductRow[]> {
  const rows: ProductRow[] = []
  let cursor: string | null = null
  do {
    const next: z.output<typeof page> = dataOf(await query(url, 'products.list', { cursor, limit: 100 }, { token }), page)
    rows.push(...next.rows)
    cursor = next.nextCursor
  } while (cursor !== null && rows.length < most)
  return rows
}
