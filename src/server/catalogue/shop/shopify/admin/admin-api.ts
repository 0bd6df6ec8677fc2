import * as z from 'zod'
import { boundedFetch } from '../bounded-fetch'
import { type AccessToken, fixedToken } from './access-token'
import { type Fault, faultsOf, pauseOf, PlatformError } from '../platform-error'
import { createRetryPolicy, type RetryOptions } from '../retry-policy'
import type { AdminOperations } from './operations.generated'

const DEFAULT_RETRIES: RetryOptions = { retries: 2, firstWaitMs: 500, longestWaitMs: 5_000, failuresToBreak: 8, breakMs: 30_000 }
/** Longest pause (ms) before a request that must not run twice: it counts as lost after SHOPIFY_SETTLE_SECONDS. */
const PAUSE_OF_MOVEMENT_MS = 5_000
/** Answers are a few kilobytes. */
const LARGEST_ANSWER = 1024 * 1024
const ANSWER_WITHIN_MS = 10_000

export interface AdminApiOptions {
  address: string
  /** SHOPIFY_ADMIN_TOKEN, or a renewed token. */
  token: string | AccessToken
  onHeaders?: (headers: Headers) => void
  /** Gets each scope that the token lacks. */
  onMissingScope?: (scope: string) => void
  retries?: RetryOptions
  withinMs?: number
  random?: () => number
}

type Operation = keyof AdminOperations

export interface AdminApi {
  /**
   * @param once must not run twice: retried only if the failed attempt certainly changed nothing
   * @param takesPart accepts an answer with refused fields, which are null
   * @throws {PlatformError} with `isUndone` if it certainly changed nothing
   */
  ask: <Text extends Operation, Answer>(
    operation: Text,
    variables: AdminOperations[Text]['variables'],
    answer: z.ZodType<Answer>,
    options?: { once?: boolean; takesPart?: boolean },
  ) => Promise<Answer>
}

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const systemError = z.object({ cause: z.object({ code: z.string() }) })
const isUnsent = (error: unknown) => UNSENT.has(systemError.safeParse(error).data?.cause.code ?? '')

const TOO_MANY = new Set([429, 430])
const envelope = z.object({ data: z.unknown().optional(), errors: z.unknown().optional() })
const REFUSALS = new Set(['THROTTLED', 'ACCESS_DENIED', 'SHOP_INACTIVE', 'MAX_COST_EXCEEDED'])

/** An error below the operation's own field (a path of several steps) came during execution: the money may have moved. */
const isBeforehand = ({ code, path }: Fault): boolean =>
  (path === null || path.length <= 1) && (REFUSALS.has(code ?? '') || (path === null && code === undefined))

function ofFaults(faults: Fault[]): PlatformError {
  const isUndone = faults.every(isBeforehand)
  const retryable = faults.some(({ code }) => code === 'THROTTLED') || !isUndone
  const words = faults.slice(0, 3).map(({ message }) => message)
  return new PlatformError(words.join(': ').slice(0, 500), { retryable, isUndone, faults })
}

function ofStatus(response: Response): PlatformError {
  const { status } = response
  const wait = pauseOf(response.headers)
  const isTooMany = TOO_MANY.has(status)
  const isUndone = isTooMany || (status >= 400 && status < 500 && status !== 408)
  const words = `HTTP ${status}`
  const faults = status === 401 || status === 403 ? [{ message: words, code: 'ACCESS_DENIED', path: null }] : []
  const retryable = isTooMany || !isUndone
  return new PlatformError(words, { retryable, isUndone, faults, ...(wait === undefined ? {} : { retryAfterMs: wait }) })
}

/** Makes no request by itself. */
export function createAdminApi(options: AdminApiOptions): AdminApi {
  const { address, onHeaders, onMissingScope, retries = DEFAULT_RETRIES, withinMs = ANSWER_WITHIN_MS, random = Math.random } = options
  const access = typeof options.token === 'string' ? fixedToken(options.token) : options.token
  const send = boundedFetch(address, { largest: LARGEST_ANSWER, withinMs, ...(onHeaders && { onHeaders }) })
  const { run } = createRetryPolicy(retries, random)

  async function sendWith(token: string, query: string, variables: object): Promise<Response> {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Shopify-Access-Token': token }
    return send(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) }).catch((error: unknown) => {
      if (error instanceof PlatformError) throw error
      const words = isUnsent(error) ? 'The platform cannot be reached' : 'The answer did not come'
      throw new PlatformError(words, { retryable: true, isUndone: isUnsent(error), cause: error })
    })
  }

  async function request(query: string, variables: object, takesPart: boolean): Promise<unknown> {
    const token = await access.current()
    let response = await sendWith(token, query, variables)
    // Nothing ran with the refused token.
    if (response.status === 401 && (await access.refused(token))) response = await sendWith(await access.current(), query, variables)
    if (!response.ok) throw ofStatus(response)
    const body = envelope.safeParse(await response.json().catch(() => null))
    if (!body.success) throw new PlatformError('An answer that is none', { retryable: true })
    const faults = faultsOf(body.data.errors)
    if (faults.length > 0) {
      const error = ofFaults(faults)
      for (const scope of error.missingScopes) onMissingScope?.(scope)
      if (!takesPart || !body.data.data) throw error
    }
    return body.data.data
  }

  return {
    ask: (operation, variables, answer, { once = false, takesPart = false } = {}) => {
      const attempt = async () => {
        try {
          const parsed = answer.safeParse(await request(operation, variables, takesPart))
          if (parsed.success) return parsed.data
          throw new PlatformError('An answer of an unknown shape', { retryable: false, cause: parsed.error })
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error
          const { isUndone = false } = error.options
          throw once && !isUndone ? new PlatformError(error.message, { ...error.options, retryable: false }) : error
        }
      }
      return run(attempt, once ? { longestPauseMs: PAUSE_OF_MOVEMENT_MS } : {})
    },
  }
}
