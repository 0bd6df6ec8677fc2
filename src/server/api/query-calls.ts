import type { IncomingMessage, ServerResponse } from 'node:http'
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, transformTRPCResponse, type TRPCError } from '@trpc/server'
import { answerError } from './error-response'
import { LARGEST_BATCH } from './handler-options'
import { retryAfter } from './errors'
import { createRequestContext } from './request-context'
import { appRouter } from './root'
import { sendJson } from './send-json'
import { decodeInput } from './transformer'
import type { Context } from './trpc'

/**
 * Queries by GET, answered without tRPC's HTTP adapter, which makes a `Request`, a `Response` and streams between them of
 * each call: half of what a page of a list took in the process (docs/decisions/047). The procedures with their guards,
 * the context, the errors and the form of answers are tRPC's own; whatever is out of the ordinary is left to its adapter.
 */

interface QueryCall {
  path: string
  input: unknown
}

const { _config: config, procedures } = appRouter._def

// Nested by its type, but flat when it runs.
const queries = new Set(
  Object.entries<unknown>(procedures).flatMap(([path, procedure]) =>
    typeof procedure === 'function' && '_def' in procedure && isQuery(procedure._def) ? [path] : [],
  ),
)

function isQuery(definition: unknown): boolean {
  return typeof definition === 'object' && definition !== null && 'type' in definition && definition.type === 'query'
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What asks for another form of answer, or says what tRPC's adapter knows how to read. */
const isOrdinary = ({ method, headers }: IncomingMessage, asked: URLSearchParams) =>
  method === 'GET' &&
  headers['trpc-accept'] === undefined &&
  headers.accept?.includes('jsonl') !== true &&
  (headers['content-type'] ?? 'application/json').startsWith('application/json') &&
  !asked.has('connectionParams')

/** The queries that a request asks for; null for anything that this cannot answer as tRPC's adapter would, bad input among it. */
function queriesOf(req: IncomingMessage, path: string): { calls: QueryCall[]; isBatch: boolean } | null {
  const { url = '' } = req
  const asked = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
  if (!isOrdinary(req, asked)) return null
  const isBatch = asked.get('batch') === '1'
  const paths = isBatch ? path.split(',') : [path]
  if (paths.length > LARGEST_BATCH || !paths.every((each) => queries.has(each))) return null
  try {
    const text = asked.get('input')
    const sent: unknown = text ? JSON.parse(text) : undefined
    if (sent === undefined || !isBatch) return { isBatch, calls: paths.map((each) => ({ path: each, input: sent && decodeInput(sent) })) }
    if (!isObject(sent)) return null
    const inputOf = (index: number) => (sent[index] === undefined ? undefined : decodeInput(sent[index]))
    return { isBatch, calls: paths.map((each, index) => ({ path: each, input: inputOf(index) })) }
  } catch {
    return null
  }
}

/** What a query comes to, as tRPC's adapter would say it. */
async function outcomeOf({ path, input }: QueryCall, context: Promise<Context>, batchIndex: number) {
  try {
    const ctx = await context
    const getRawInput = () => Promise.resolve(input)
    const data: unknown = await callTRPCProcedure({
      router: appRouter,
      path,
      getRawInput,
      ctx,
      type: 'query',
      signal: undefined,
      batchIndex,
    })
    return { answer: { result: { data } }, status: 200 }
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause)
    const ctx = await context.catch(() => undefined)
    const shape = getTRPCErrorShape({ config, error, type: 'query', path, input, ctx })
    return { answer: { error: shape }, status: shape.data.httpStatus, error }
  }
}

async function answerQueries(req: IncomingMessage, res: ServerResponse, { calls, isBatch }: { calls: QueryCall[]; isBatch: boolean }) {
  const context = createRequestContext({ req, res })
  const outcomes = await Promise.all(calls.map((call, index) => outcomeOf(call, context, index)))
  const answers = outcomes.map(({ answer }) => transformTRPCResponse(config, answer))
  const statuses = new Set(outcomes.map(({ status }) => status))
  const [status = 500] = statuses
  const errors = outcomes.flatMap(({ error }): TRPCError[] => (error ? [error] : []))
  const wait = retryAfter(errors)
  res.setHeader('Vary', 'trpc-accept, accept')
  res.setHeader('Cache-Control', 'private, no-store')
  if (wait !== null) res.setHeader('Retry-After', String(wait))
  await sendJson(req, res, statuses.size > 1 ? MULTI_STATUS : status, JSON.stringify(isBatch ? answers : answers[0]))
}

/** A batch whose calls came to different ends (RFC 4918 §11.1). */
const MULTI_STATUS = 207

/** Answers a request for queries, and says whether it does. */
export function answerQueryCalls(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  const asked = queriesOf(req, path)
  if (!asked) return false
  // What no procedure is to blame for, such as an answer that JSON cannot say.
  answerQueries(req, res, asked).catch((cause: unknown) => {
    if (res.headersSent) res.destroy()
    else answerError(req, res, getTRPCErrorFromUnknown(cause))
  })
  return true
}
