import { accountRouter } from './routers/identity/account'
import { adminRouter } from './routers/office/admin'
import { auditRouter } from './routers/office/audit'
import { authRouter } from './routers/identity/auth'
import { cartRouter } from './routers/catalogue/cart'
import { casesRouter } from './routers/cases/cases'
import { creditRouter } from './routers/credit/credit'
import { contactRouter } from './routers/site/contact'
import { dashboardRouter } from './routers/office/dashboard'
import { importsRouter } from './routers/catalogue/imports'
import { keysRouter } from './routers/identity/keys'
import { machinesRouter } from './routers/catalogue/machines'
import { newsletterRouter } from './routers/site/newsletter'
import { ordersRouter } from './routers/catalogue/orders'
import { outboxRouter } from './routers/office/outbox'
import { productsRouter } from './routers/catalogue/products'
import { repairsRouter } from './routers/cases/repairs'
import { reportsRouter } from './routers/office/reports'
import { settingsRouter } from './routers/site/settings'
import { tradeInsRouter } from './routers/cases/trade-ins'
import { usersRouter } from './routers/identity/users'
import { viewsRouter } from './routers/office/views'
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
  keys: keysRouter,
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
