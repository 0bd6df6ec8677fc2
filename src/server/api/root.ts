import { accountRouter } from './routers/identity/account'
import {
  adminRouter,
  auditRouter,
  dashboardRouter,
  emailsRouter,
  outboxRouter,
  policiesRouter,
  reportsRouter,
  viewsRouter,
  webhooksRouter,
} from './routers/office'
import { authRouter } from './routers/identity/auth'
import { cartRouter, importsRouter, machinesRouter, modelsRouter, ordersRouter, productsRouter } from './routers/catalogue'
import { casesRouter } from './routers/cases/cases'
import { creditRouter } from './routers/credit/credit'
import { invoicesRouter } from './routers/credit/invoices'
import { contactRouter, newsletterRouter, settingsRouter } from './routers/site'
import { customersRouter } from './routers/identity/customers'
import { keysRouter } from './routers/identity/keys'
import { partsRouter } from './routers/parts'
import { repairsRouter } from './routers/cases/repairs'
import { tradeInsRouter } from './routers/cases/trade-ins'
import { unitsRouter } from './routers/units'
import { usersRouter } from './routers/identity/users'
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
  customers: customersRouter,
  dashboard: dashboardRouter,
  emails: emailsRouter,
  imports: importsRouter,
  invoices: invoicesRouter,
  keys: keysRouter,
  webhooks: webhooksRouter,
  machines: machinesRouter,
  models: modelsRouter,
  newsletter: newsletterRouter,
  orders: ordersRouter,
  outbox: outboxRouter,
  parts: partsRouter,
  policies: policiesRouter,
  products: productsRouter,
  repairs: repairsRouter,
  reports: reportsRouter,
  settings: settingsRouter,
  tradeIns: tradeInsRouter,
  units: unitsRouter,
  users: usersRouter,
  views: viewsRouter,
})

export type AppRouter = typeof appRouter

/**
 * Calls procedures without HTTP.
 * @example createCaller(createInnerTRPCContext({ services, sessionId })).machines.active()
 */
export const createCaller = createCallerFactory(appRouter)
