import { createServer } from 'node:http'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { createApiHandler, handlerOptions } from '~/server/api/request-handler'
import { createApiStreams } from '~/server/api/streams'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { loadDemoShop } from '~/server/demo/load'
import { createLogger } from '~/server/platform/log'
import { setServices } from '~/server/services'
import { createServices } from '~/server/create-services'
import { serveOrders } from './child'

/**
 * The API over a database of its own, either as the shop answers it or by tRPC's own adapter alone.
 * usage: stream-server.ts shop|stock DATABASE_URL; answers its port, and its memory in bytes when asked for `memory`
 */
const [kind, url = ''] = process.argv.slice(2)

const db = openPostgres(url)
await applyMigrations(db.adapter)
await loadDemoShop(db.prisma, { now: new Date() })
const services = await createServices({ db, log: createLogger('silent'), secret: 'a secret of the benchmark and of nobody else' })
setServices(services)

const stock = createHTTPHandler({ ...handlerOptions, basePath: '/api/trpc/' })
const own = createApiHandler([createApiStreams(services, { perAddress: 1, total: 100_000 }).handle])
const server = createServer((req, res) => {
  if (kind === 'stock') stock(req, res)
  else own(req, res)
})
// As the shop has it; a call must not be cut off by a change that takes longer.
server.keepAliveTimeout = 75_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address()
  serveOrders(typeof address === 'object' ? address?.port : null, async () => {
    // Twice, with a turn between: what the first one frees may hold more.
    for (let round = 0; round < 2; round++) {
      global.gc?.()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { rss, heapUsed, external } = process.memoryUsage()
    return { resident: rss, heap: heapUsed + external }
  })
})
