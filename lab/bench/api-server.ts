import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verify } from '@node-rs/argon2'
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http'
import { encode } from 'next-auth/jwt'
import { Pool } from 'pg'
import { createApiHandler, optionsOf } from '~/server/api/request-handler'
import { createCachedQueries } from '~/server/http/response-cache/cached-queries'
import { createRequestContext } from '~/server/api/request-context'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext, createTRPCRouter, protectedAdminProcedure, publicProcedure } from '~/server/api/trpc'
import { createLimits } from '~/server/identity/auth/limits'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { startSession } from '~/server/identity/auth/sessions'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { loadDemoShop } from '~/server/demo/load'
import { createLogger } from '~/server/platform/log'
import { setServices } from '~/server/services'
import { createServices } from '~/server/create-services'
import { clientReader } from '~/server/platform/network/client-info'
import { withRequestScope } from '~/server/http/request-listener'
import { serveOrders } from './child'
import { fillProducts, fillShop, SEARCHED_NAME } from './fill-shop'

/**
 * The shop's API over a shop with 10,000 orders and 1,000 products, and beside it what it is compared with: calls that
 * answer constants by the same pipeline (`/constant/…`), and the same rows by `pg` alone (`/raw/…`).
 * usage: api-server.ts DATABASE_URL; answers its port, an administrator's cookie and customers who may sign in
 */
const [url = ''] = process.argv.slice(2)

const ORDERS = 10_000
const PRODUCTS = 1_000
/** These customers sign in in turn: several sign-ins of one at the same time are limited, and wait for each other. */
const CUSTOMERS = 200

const db = openPostgres(url)
await applyMigrations(db.adapter)
await loadDemoShop(db.prisma, { now: new Date() })
await fillShop(db, ORDERS)
await fillProducts(db, PRODUCTS)
const secret = 'a secret of the benchmark and of nobody else'
// They come from one network more often than anybody may.
const limits = createLimits({ db, secret, most: { signedIn: 1_000_000 } })
const services = await createServices({ db, log: createLogger('silent'), secret, limits })
setServices(services)
const admin = await db.prisma.user.create({
  data: { email: 'bench@example.com', profile: { create: { email: 'bench@example.com', role: 'admin' } } },
})
const password = 'a-strong-bench-passphrase'
const customers = Array.from({ length: CUSTOMERS }, (_, index) => ({ email: `customer-${index}@example.com`, password }))
const passwordHash = await hashPassword(password)
await db.prisma.user.createMany({ data: customers.map(({ email }) => ({ email, passwordHash, emailVerifiedAt: new Date() })) })
const sessionId = await startSession(services, admin.id)
const cookie = `next-auth.session-token=${await encode({ token: { sessionId }, secret })}`

const caller = createCaller(createInnerTRPCContext({ sessionId }))
const shop = await caller.products.shop()
const orders = await caller.orders.list()
const found = await caller.orders.list({ search: SEARCHED_NAME })
const products = await caller.products.list()
const constants = createTRPCRouter({
  shop: publicProcedure.query(() => shop),
  orders: publicProcedure.query(() => orders),
  guardedOrders: protectedAdminProcedure.query(() => orders),
  guardedFound: protectedAdminProcedure.query(() => found),
  guardedProducts: protectedAdminProcedure.query(() => products),
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
const orderColumns = `o.id, o.order_number, o.status, o.total_amount, o.version, o.created_at, o.updated_at, p.email, p.full_name`
const ordersOf = (where: string) =>
  `SELECT ${orderColumns} FROM orders o LEFT JOIN profiles p ON p.user_id = o.user_id ${where} ORDER BY o.created_at DESC, o.id DESC LIMIT 50`
const queries = new Map<string, () => Promise<unknown>>([
  ['orders', () => pool.query(ordersOf(''))],
  [
    'found',
    () => pool.query(ordersOf('WHERE o.order_number ILIKE $1 OR p.email ILIKE $1 OR p.full_name ILIKE $1'), [`%${SEARCHED_NAME}%`]),
  ],
  ['products', () => pool.query('SELECT * FROM products ORDER BY created_at DESC, id DESC LIMIT 50')],
  ['password', () => verify(passwordHash, password)],
])

async function answerRaw(res: ServerResponse, query: () => Promise<unknown>): Promise<void> {
  const answer = await query()
  const rows = typeof answer === 'object' && answer !== null && 'rows' in answer ? answer.rows : answer
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ rows }))
}

const answerCall = createApiHandler([createCachedQueries(services)])
const [CONSTANT, RAW] = ['/constant/', '/raw/'] as const
// Each in a scope of its own, as the shop's process has it.
const answer = withRequestScope(clientReader([]), (req, res) => {
  const query = req.url?.startsWith(RAW) ? queries.get(req.url.slice(RAW.length)) : undefined
  if (query) void answerRaw(res, query)
  else if (req.url?.startsWith(CONSTANT)) void answerConstant(req, res, req.url.slice(CONSTANT.length))
  else if (!answerCall(req, res)) res.writeHead(404).end()
})
const server = createServer(answer)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  serveOrders({ port: typeof address === 'object' ? address?.port : null, cookie, customers, found: found.matching }, () => null)
})
