import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHealth } from '~/server/http/health'
import { createOperations } from '~/server/http/operations'
import { Traffic } from '~/server/http/traffic'
import { createGauges } from '~/server/http/gauges'
import type { Services } from '~/server/services'

/** Serves the calls of operators' programs on a real server; every other path is answered with an empty page. */
export async function serveOperations(services: Services, metricsToken?: string) {
  const traffic = new Traffic()
  let stopping = false
  const operations = createOperations({
    health: createHealth(services, () => stopping),
    gauges: createGauges(services, traffic, () => ({ open: 0, cut: 0, refused: 0 })),
    metricsToken,
  })
  const server = createServer((req, res) => {
    if (operations(req, res)) return
    if (req.url === '/api/trpc/stream') res.setHeader('Content-Type', 'text/event-stream').write('\n')
    else res.end()
  })
  traffic.watch(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** The status and the body of an answer, and the milliseconds that it took. */
    ask: async (path: string) => {
      const started = performance.now()
      const response = await fetch(`${url}${path}`)
      const body = await response.text()
      return { status: response.status, body, ms: performance.now() - started }
    },
    beginToStop: () => {
      stopping = true
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
