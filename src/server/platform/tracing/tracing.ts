import {
  type Attributes,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  context,
  createContextKey,
  trace,
} from '@opentelemetry/api'
import { JobError, isRefusal } from '~/server/platform/errors'

/** docs/decisions/027. Attributes follow the semantic conventions and hold nothing typed: no values, query strings or secrets. */

export { SpanKind }
export type { Span }

declare global {
  // One for all bundles. Not registered with the API, because Next's spans would carry addresses with secrets and queries.
  var shopTracer: Tracer | undefined
}

const tracer = (): Tracer => globalThis.shopTracer ?? trace.getTracer('shop')

interface SpanDetails {
  kind?: SpanKind
  attributes?: Attributes
  root?: boolean
}

export const inSpan = <T>(name: string, details: SpanDetails, work: (span: Span) => Promise<T>): Promise<T> =>
  tracer().startActiveSpan(name, details, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      recordFailure(span, error)
      throw error
    } finally {
      span.end()
    }
  })

/** For work that one span may have caused, but that belongs to none. */
export const outsideSpans = <T>(work: () => T): T => context.with(trace.deleteSpan(context.active()), work)

/** Anything longer could be a sentence that quotes somebody. */
const WORD = /^[\w.-]{1,60}$/
const wordOf = (value: unknown) => (typeof value === 'string' && WORD.test(value) ? value : undefined)

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes = [error, error.cause].map((each) =>
    typeof each === 'object' && each !== null && 'code' in each ? wordOf(each.code) : undefined,
  )
  return codes.find((code) => code !== undefined) ?? wordOf(error.name) ?? 'Error'
}

const MOST_CAUSES = 3

/** Without messages, which may quote what somebody typed; the log has them. */
function framesOf(error: Error): string {
  const parts: string[] = []
  for (let each: unknown = error; each instanceof Error && parts.length < MOST_CAUSES; each = each.cause) {
    const stack = each.message === '' ? (each.stack ?? '') : (each.stack ?? '').replaceAll(each.message, '')
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
    parts.push([wordOf(each.name) ?? 'Error', ...frames].join('\n'))
  }
  return parts.join('\nCaused by: ')
}

/** Refusals are no failures; a `JobError` says all in its reason. */
export function recordFailure(span: Span, error: unknown): void {
  if (!span.isRecording() || isRefusal(error)) return
  const type = error instanceof JobError ? error.reason : typeOf(error)
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (error instanceof Error && !(error instanceof JobError)) {
    span.recordException({ name: wordOf(error.name) ?? 'Error', stack: framesOf(error) })
  }
}

/** Equal in every bundle: Next puts its own non-recording spans before the request's. */
const REQUEST = createContextKey('shop.request-span')

/** Begins a trace: a visitor's `traceparent` is not trusted. @returns the span for the caller to end; null if nothing is recorded */
export function answerInSpan(name: string, attributes: Attributes, answer: (span: Span | null) => void): void {
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes, root: true })
  if (!span.isRecording()) {
    answer(null)
    return
  }
  context.with(trace.setSpan(context.active(), span).setValue(REQUEST, span), answer, undefined, span)
}

const isSpan = (value: unknown): value is Span => typeof value === 'object' && value !== null && 'recordException' in value

export function recordRequestFailure(error: unknown): void {
  const span = context.active().getValue(REQUEST)
  if (isSpan(span)) recordFailure(span, error)
}

export function recordStatus(span: Span, status: number, failsFrom: 400 | 500): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= failsFrom) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR })
}

/** Leaves out path and query, which may hold secrets. */
export function serverOf(address: string): Attributes {
  const { hostname, port } = new URL(address)
  return { 'server.address': hostname, ...(port !== '' && { 'server.port': Number(port) }) }
}

export const requestInSpan = <T>(method: string, address: string, work: (span: Span) => Promise<T>): Promise<T> =>
  inSpan(
    `${method} ${new URL(address).hostname}`,
    { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method, ...serverOf(address) } },
    work,
  )

const LONGEST_TEXT = 2_000

/** Cut: a thousand placeholders say nothing. */
export const oneLine = (sql: string) => sql.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)

const TABLES = /\b(?:from|join|into|update)\s+(?:"?(?:public|shop_queue)"?\.)?"?(\w+)\b"?(?!\s*\()/gi
const MOST_TABLES = 4

/** Only below another span: rounds that look for work would make a trace each. Values are placeholders. */
export function startStatement(sql: string): Span | null {
  const above = trace.getActiveSpan()?.spanContext()
  if (above === undefined || (above.traceFlags & TraceFlags.SAMPLED) === 0) return null
  const text = oneLine(sql)
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'statement'
  const tables = new Set(Array.from(text.matchAll(TABLES), ([, table]) => table))
  const summary = [operation, ...[...tables].slice(0, MOST_TABLES)].join(' ')
  return tracer().startSpan(summary, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': summary, 'db.query.text': text },
  })
}
