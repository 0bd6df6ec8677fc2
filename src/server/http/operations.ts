import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopback } from '~/server/platform/network/network'
import { Registry } from 'prom-client'
import type { Health } from './health'
import { VERSION } from '~/lib/version'
import { metrics } from '~/server/platform/metrics/metrics'

/** A proxied request comes from elsewhere, however near the proxy is. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** Equal lengths for a comparison in constant time. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/** By the bearer token (contract.md, METRICS_TOKEN), else directly from this machine. @returns the status to refuse with, or null */
function metricsRefusal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, token: string | undefined): 401 | 403 | null {
  if (token !== undefined) {
    const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), digest(token)) ? null : 401
  }
  const proxied = PROXY_HEADERS.some((name) => headers[name] !== undefined)
  return !proxied && isLoopback(socket.remoteAddress ?? '') ? null : 403
}

interface OperationsOptions {
  health: Health
  gauges: Registry
  metricsToken: string | undefined
}

type Answer = (req: IncomingMessage, res: ServerResponse) => Promise<void>

function send(res: ServerResponse, status: number, body = '', headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'Cache-Control': 'no-store', 'Content-Length': Buffer.byteLength(body), ...headers })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }
const sendStatus = (res: ServerResponse, ok: boolean, more: object = {}) => {
  send(res, ok ? 200 : 503, JSON.stringify({ status: ok ? 'ok' : 'unavailable', ...more }), JSON_TYPE)
}

/** Answers health (contract.md, HTTP) and metrics before Next. @returns a handler that returns false for other requests */
export function createOperations({ health, gauges, metricsToken }: OperationsOptions) {
  const answers = new Map<string, Answer>([
    [
      '/api/health',
      async (_req, res) => {
        sendStatus(res, await health.answers(), { version: VERSION })
      },
    ],
    [
      '/api/health/live',
      (_req, res) => {
        sendStatus(res, true)
        return Promise.resolve()
      },
    ],
    [
      '/api/health/ready',
      async (_req, res) => {
        const [reasons, warnings] = await Promise.all([health.unready(), health.warnings()])
        sendStatus(res, reasons.length === 0, { ...(reasons.length > 0 && { reasons }), ...(warnings.length > 0 && { warnings }) })
      },
    ],
    [
      '/api/metrics',
      async (req, res) => {
        const refusal = metricsRefusal(req, metricsToken)
        if (refusal !== null) {
          send(res, refusal, '', refusal === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
          return
        }
        const all = Registry.merge([metrics().registry, gauges])
        const text = (await all.metrics()).replace(/ Nan$/gm, ' NaN')
        send(res, 200, text, { 'Content-Type': all.contentType })
      },
    ],
  ])

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
    const answer = answers.get(path)
    if (!answer) return false
    if (req.method !== 'GET' && req.method !== 'HEAD') send(res, 405, '', { Allow: 'GET, HEAD' })
    else answer(req, res).catch(() => res.destroy())
    return true
  }
}
