import { accountRouter } from './routers/account'
import { adminRouter } from './routers/admin'
import { auditRouter } from './routers/audit'
import { authRouter } from './routers/auth'
import { cartRouter } from './routers/cart'
import { casesRouter } from './routers/cases'
import { creditRouter } from './routers/credit'
import { contactRouter } from './routers/contact'
import { dashboardRouter } from './routers/dashboard'
import { importsRouter } from './routers/imports'
import { machinesRouter } from './routers/machines'
import { newsletterRouter } from './routers/newsletter'
import { ordersRouter } from './routers/orders'
import { outboxRouter } from './routers/outbox'
import { productsRouter } from './routers/products'
import { repairsRouter } from './routers/repairs'
import { reportsRouter } from './routers/reports'
import { settingsRouter } from './routers/settings'
import { tradeInsRouter } from './routers/trade-ins'
import { usersRouter } from './routers/users'
import { viewsRouter } from './routers/views'
import { createCallerFactory, createTRPCRouter } from './trpc'

/** Every procedure of the shop; one router for each noun. */
export const appRouter = createTRPCRouter({
  account: accountRouter,
  admin: adminRouter,
  audit: auditRouter,
  auth: authRouter,
  cart: cartRouter,
  cases: casesRouter,
  credit: creditRouter,
  contact: contactRouter,
  dashboard: dashboardRouter,
  imports: importsRouter,
  machines: machinesRouter,
  newsletter: newsletterRouter,
  orders: ordersRouter,
  outbox: outboxRouter,
  products: productsRouter,
  repairs: repairsRouter,
  reports: reportsRouter,
  settings: settingsRouter,
  tradeIns: tradeInsRouter,
  users: usersRouter,
  views: viewsRouter,
})

export type AppRouter = typeof appRouter

/**
 * Calls procedures without HTTP.
 * @example createCaller(createInnerTRPCContext({ services, sessionId })).machines.active()
 */
export const createCaller = createCallerFactory(appRouter)
