import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http'
import { encode } from 'next-auth/jwt'
import { Pool } from 'pg'
import { createApiHandler } from '~/server/api/request-handler'
import { optionsOf } from '~/server/api/handler-options'
import { createCachedQueries } from '~/server/http/response-cache/cached-queries'
import { createRequestContext } from '~/server/api/request-context'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext, createTRPCRouter, protectedAdminProcedure, publicProcedure } from '~/server/api/trpc'
import { startSession } from '~/server/auth/sessions'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { loadDemoShop } from '~/server/demo/load'
import { createLogger } from '~/server/platform/log'
import { setServices } from '~/server/services'
import { createServices } from '~/server/create-services'
import { serveOrders } from './child'

/**
 * The shop's API over the demo shop, and beside it what it is compared with: calls that answer constants by the
 * same pipeline (`/constant/…`), and the rows of a list by `pg` alone (`/raw/orders`).
 * usage: api-server.ts DATABASE_URL; answers its port and an administrator's cookie
 */
const [url = ''] = process.argv.slice(2)

const db = openPostgres(url)
await applyMigrations(db.adapter)
await loadDemoShop(db.prisma, { now: new Date() })
const services = await createServices({ db, log: createLogger('silent'), secret: 'a secret of the benchmark and of nobody else' })
setServices(services)
const admin = await db.prisma.user.create({
  data: { email: 'bench@example.com', profile: { create: { email: 'bench@example.com', role: 'admin' } } },
})
const sessionId = await startSession(services, admin.id)
const cookie = `next-auth.session-token=${await encode({ token: { sessionId }, secret: services.secret })}`

const caller = createCaller(createInnerTRPCContext({ sessionId }))
const [shop, orders] = [await caller.products.shop(), await caller.orders.list()]
const constants = createTRPCRouter({
  shop: publicProcedure.query(() => shop),
  orders: publicProcedure.query(() => orders),
  guardedOrders: protectedAdminProcedure.query(() => orders),
})

async function answerConstant(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
  const { maxBodySize = 0, maxBatchSize = 0, middleware } = await optionsOf(req, path)
  await nodeHTTPRequestHandler({
    router: constants,
    createContext: createRequestContext,
    maxBodySize,
    maxBatchSize,
    ...(middleware && { middleware }),
    responseMeta: () => ({ headers: new Headers([['Cache-Control', 'private, no-store']]) }),
    req,
    res,
    path,
  })
}

const pool = new Pool({ connectionString: url, max: 10 })
async function answerRaw(res: ServerResponse): Promise<void> {
  const { rows } = await pool.query<object>(
    `SELECT o.id, o.order_number, o.status, o.total_amount, o.version, o.created_at, o.updated_at, p.email, p.full_name
     FROM orders o LEFT JOIN profiles p ON p.user_id = o.user_id ORDER BY o.created_at DESC, o.id DESC LIMIT 50`,
  )
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ rows }))
}

const answerCall = createApiHandler([createCachedQueries(services)])
const CONSTANT = '/constant/'
const server = createServer((req, res) => {
  if (req.url?.startsWith(CONSTANT)) void answerConstant(req, res, req.url.slice(CONSTANT.length))
  else if (req.url === '/raw/orders') void answerRaw(res)
  else if (!answerCall(req, res)) res.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  serveOrders({ port: typeof address === 'object' ? address?.port : null, cookie, rows: orders.rows.length }, () => null)
})
