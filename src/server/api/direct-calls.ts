import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, transformTRPCResponse, TRPCError } from '@trpc/server'
import { env } from '~/env'
import { LARGEST_BODY } from './body-limit'
import { answerError } from './error-response'
import { LARGEST_BATCH } from './handler-options'
import { retryAfter } from './errors'
import { refusal } from './http-guard'
import { createRequestContext } from './request-context'
import { appRouter } from './root'
import { sendJson } from './send-json'
import { decodeInput } from './transformer'
import type { Context } from './trpc'

/**
 * Queries by GET and changes by POST, answered without tRPC's HTTP adapter, which makes a `Request`, a `Response` and streams
 * between them of each call: half of what a page of a list took in the process (docs/decisions/047, 067). The procedures with
 * their guards, the context, the errors and the form of answers are tRPC's own; whatever is out of the ordinary is left to its
 * adapter.
 */

type CallType = 'query' | 'mutation'

/** Calls of one type that come in one request. */
interface DirectCalls {
  type: CallType
  isBatch: boolean
  paths: string[]
}

const { _config: config, procedures } = appRouter._def

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

// Nested by its type, but flat when it runs.
const types = new Map(
  Object.entries<unknown>(procedures).map(([path, procedure]) => [
    path,
    typeof procedure === 'function' && '_def' in procedure && isObject(procedure._def) ? procedure._def.type : undefined,
  ]),
)

/** What asks for another form of answer, or says what tRPC's adapter knows how to read. */
const isOrdinary = ({ headers }: IncomingMessage, asked: URLSearchParams) =>
  headers['trpc-accept'] === undefined &&
  headers.accept?.includes('jsonl') !== true &&
  (headers['content-type'] ?? 'application/json').startsWith('application/json') &&
  !asked.has('connectionParams')

/** Whether a body is of the length that is said, which every call may have, and from nobody who is refused for where they come from. */
const hasOrdinaryBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] === undefined &&
  Number(req.headers['content-length'] ?? 0) > 0 &&
  refusal(req, env().NEXTAUTH_URL, LARGEST_BODY) === null

/** The calls that a request makes; null for anything that this cannot answer as tRPC's adapter would. */
function callsOf(req: IncomingMessage, path: string, asked: URLSearchParams): DirectCalls | null {
  const type = req.method === 'GET' ? 'query' : req.method === 'POST' ? 'mutation' : null
  if (type === null || !isOrdinary(req, asked)) return null
  const isBatch = asked.get('batch') === '1'
  const paths = isBatch ? path.split(',') : [path]
  if (paths.length > LARGEST_BATCH || !paths.every((each) => types.get(each) === type)) return null
  return type === 'query' || hasOrdinaryBody(req) ? { type, isBatch, paths } : null
}

/** The inputs that a JSON text says, one for each call. @throws for what cannot be read */
function inputsIn(text: string, { isBatch, paths }: DirectCalls): unknown[] {
  const sent: unknown = JSON.parse(text)
  if (!isBatch) return [decodeInput(sent)]
  if (!isObject(sent)) throw new TRPCError({ code: 'BAD_REQUEST', message: '"input" needs to be an object when doing a batch call' })
  return paths.map((_path, index) => (sent[index] === undefined ? undefined : decodeInput(sent[index])))
}

/** The inputs of a request by GET; null for those that the adapter has the words for. */
function inputsOfAddress(text: string | null, calls: DirectCalls): unknown[] | null {
  if (!text) return []
  try {
    return inputsIn(text, calls)
  } catch {
    return null
  }
}

/** What reads the inputs in a request's body once a procedure asks: whoever may not make the call hears that first. */
async function inputsOfBody(req: IncomingMessage, calls: DirectCalls): Promise<() => unknown[]> {
  const body = await readText(req)
  let inputs: unknown[] | undefined
  return () => {
    try {
      return (inputs ??= inputsIn(body, calls))
    } catch (cause) {
      if (cause instanceof TRPCError) throw cause
      throw new TRPCError({ code: 'BAD_REQUEST', message: cause instanceof Error ? cause.message : 'Invalid input', cause })
    }
  }
}

/** What a call comes to, as tRPC's adapter would say it. */
async function outcomeOf(path: string, type: CallType, inputs: () => unknown[], context: Promise<Context>, batchIndex: number) {
  try {
    const ctx = await context
    const getRawInput = () => Promise.resolve().then(() => inputs()[batchIndex])
    const data: unknown = await callTRPCProcedure({
      router: appRouter,
      path,
      getRawInput,
      ctx,
      type,
      signal: undefined,
      batchIndex,
    })
    return { answer: { result: { data } }, status: 200 }
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause)
    const ctx = await context.catch(() => undefined)
    const shape = getTRPCErrorShape({ config, error, type, path, input: undefined, ctx })
    return { answer: { error: shape }, status: shape.data.httpStatus, error }
  }
}

async function answerCalls(req: IncomingMessage, res: ServerResponse, { type, paths, isBatch }: DirectCalls, inputs: () => unknown[]) {
  const context = createRequestContext({ req, res })
  const outcomes = await Promise.all(paths.map((path, index) => outcomeOf(path, type, inputs, context, index)))
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

/** Answers a request for queries or changes, and says whether it does. */
export function answerDirectly(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  const { url = '' } = req
  const asked = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
  const calls = callsOf(req, path, asked)
  if (!calls) return false
  const inputs = calls.type === 'query' ? inputsOfAddress(asked.get('input'), calls) : []
  if (!inputs) return false
  const answer = async () => answerCalls(req, res, calls, calls.type === 'query' ? () => inputs : await inputsOfBody(req, calls))
  // What no procedure is to blame for, such as an answer that JSON cannot say, and a body that breaks off.
  answer().catch((cause: unknown) => {
    if (res.headersSent || req.destroyed) res.destroy()
    else answerError(req, res, getTRPCErrorFromUnknown(cause))
  })
  return true
}
