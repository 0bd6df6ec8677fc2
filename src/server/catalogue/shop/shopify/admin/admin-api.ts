import * as z from 'zod'
import { boundedFetch } from '../bounded-fetch'
import { PlatformError } from '../platform-error'
import { createRetryPolicy, type RetryOptions } from '../retry-policy'
import type { AdminOperations } from './operations.generated'

/** A customer may be waiting. */
const DEFAULT_RETRIES: RetryOptions = { retries: 2, firstWaitMs: 500, longestWaitMs: 5_000, failuresToBreak: 8, breakMs: 30_000 }
/** Answers are a few kilobytes. */
const LARGEST_ANSWER = 1024 * 1024
const ANSWER_WITHIN_MS = 10_000

export interface AdminApiOptions {
  /** The GraphQL endpoint, such as https://example.myshopify.com/admin/api/2026-04/graphql.json. */
  address: string
  token: string
  retries?: RetryOptions
  /** Milliseconds until an answer counts as missing. */
  withinMs?: number
  random?: () => number
}

type Operation = keyof AdminOperations

/** Runs one operation of operations.ts. */
export interface AdminApi {
  /**
   * @param answer the schema of the answer
   * @param once it must not be done twice: retried only if the attempt before has certainly changed nothing
   * @throws {PlatformError} with `isUndone` if it has certainly changed nothing
   */
  ask: <Text extends Operation, Answer>(
    operation: Text,
    variables: AdminOperations[Text]['variables'],
    answer: z.ZodType<Answer>,
    options?: { once?: boolean },
  ) => Promise<Answer>
}

/** The connection was never made. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const systemError = z.object({ cause: z.object({ code: z.string() }) })
const isUnsent = (error: unknown) => UNSENT.has(systemError.safeParse(error).data?.cause.code ?? '')

const TOO_MANY = new Set([429, 430])
const retryAfterMs = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 60) * 1000 : undefined
}

/** A GraphQL error without a path is one of the request: nothing was executed. One with a path happened during the execution. */
const faults = z.array(
  z.object({
    message: z.string().catch(''),
    path: z.array(z.unknown()).nullish(),
    extensions: z.object({ code: z.string().optional() }).nullish().catch(null),
  }),
)
const envelope = z.object({ data: z.unknown().optional(), errors: faults.nullish() })
/** Errors from before the execution, wherever they are reported. */
const REFUSALS = new Set(['THROTTLED', 'ACCESS_DENIED', 'SHOP_INACTIVE', 'MAX_COST_EXCEEDED'])

function ofFaults(found: z.output<typeof faults>): PlatformError {
  const codes = found.flatMap(({ extensions }) => extensions?.code ?? [])
  const isUndone = found.every(({ path, extensions }) => REFUSALS.has(extensions?.code ?? '') || (!path && !extensions?.code))
  const retryable = codes.includes('THROTTLED') || !isUndone
  const words = found.slice(0, 3).map(({ message }) => message)
  return new PlatformError(words.join(': ').slice(0, 500), { retryable, isUndone, codes })
}

function ofStatus(response: Response): PlatformError {
  const { status } = response
  const wait = retryAfterMs(response)
  const isTooMany = TOO_MANY.has(status)
  const isUndone = isTooMany || (status >= 400 && status < 500 && status !== 408)
  const codes = status === 401 || status === 403 ? ['ACCESS_DENIED'] : []
  const retryable = isTooMany || !isUndone
  return new PlatformError(`HTTP ${status}`, { retryable, isUndone, codes, ...(wait === undefined ? {} : { retryAfterMs: wait }) })
}

/** A client of one shop's Admin API. Makes no request by itself. */
export function createAdminApi(options: AdminApiOptions): AdminApi {
  const { address, token, retries = DEFAULT_RETRIES, withinMs = ANSWER_WITHIN_MS, random = Math.random } = options
  const send = boundedFetch(address, { largest: LARGEST_ANSWER, withinMs })
  const { run } = createRetryPolicy(retries, random)

  async function request(query: string, variables: object): Promise<unknown> {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Shopify-Access-Token': token }
    const response = await send(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) }).catch(
      (error: unknown) => {
        if (error instanceof PlatformError) throw error
        const words = isUnsent(error) ? 'The platform cannot be reached' : 'The answer did not come'
        throw new PlatformError(words, { retryable: true, isUndone: isUnsent(error), cause: error })
      },
    )
    if (!response.ok) throw ofStatus(response)
    const body = envelope.safeParse(await response.json().catch(() => null))
    if (!body.success) throw new PlatformError('An answer that is none', { retryable: true })
    if (body.data.errors && body.data.errors.length > 0) throw ofFaults(body.data.errors)
    return body.data.data
  }

  return {
    ask: (operation, variables, answer, { once = false } = {}) =>
      run(async () => {
        try {
          const parsed = answer.safeParse(await request(operation, variables))
          if (parsed.success) return parsed.data
          throw new PlatformError('An answer of an unknown shape', { retryable: false, cause: parsed.error })
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error
          const { isUndone = false } = error.options
          throw once && !isUndone ? new PlatformError(error.message, { ...error.options, retryable: false }) : error
        }
      }),
  }
}
