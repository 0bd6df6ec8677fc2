import type { IncomingMessage, ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import type { Health } from './health'
import { metricsRefusal } from './metrics-access'
import { metrics } from '~/server/platform/metrics/metrics'

export interface OperationsOptions {
  health: Health
  /** What is looked up for the metrics (metrics/gauges.ts). */
  gauges: Registry
  /** METRICS_TOKEN. */
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

/**
 * What operators' programs ask, answered before Next: health (contract.md, HTTP) and metrics.
 * @returns a handler that says whether the request was one of these
 */
export function createOperations({ health, gauges, metricsToken }: OperationsOptions) {
  const answers = new Map<string, Answer>([
    [
      '/api/health',
      async (_req, res) => {
        sendStatus(res, await health.answers())
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
        const reasons = await health.unready()
        sendStatus(res, reasons.length === 0, reasons.length === 0 ? {} : { reasons })
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
        // The library writes 'Nan', which the format knows as 'NaN'.
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
