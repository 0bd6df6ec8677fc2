import { accountRouter } from './routers/account'
import { adminRouter } from './routers/admin'
import { auditRouter } from './routers/audit'
import { authRouter } from './routers/auth'
import { cartRouter } from './routers/cart'
import { casesRouter } from './routers/cases'
import { contactRouter } from './routers/contact'
import { creditRouter } from './routers/credit'
import { customersRouter } from './routers/customers'
import { dashboardRouter } from './routers/dashboard'
import { emailsRouter } from './routers/emails'
import { importsRouter } from './routers/imports'
import { invoicesRouter } from './routers/invoices'
import { keysRouter } from './routers/keys'
import { machinesRouter } from './routers/machines'
import { modelsRouter } from './routers/models'
import { newsletterRouter } from './routers/newsletter'
import { ordersRouter } from './routers/orders'
import { outboxRouter } from './routers/outbox'
import { partsRouter } from './routers/parts'
import { paymentsRouter } from './routers/payments'
import { networkRouter } from './routers/network'
import { policiesRouter } from './routers/policies'
import { productsRouter } from './routers/products'
import { repairsRouter } from './routers/repairs'
import { reportsRouter } from './routers/reports'
import { settingsRouter } from './routers/settings'
import { tradeInsRouter } from './routers/tradeIns'
import { unitsRouter } from './routers/units'
import { usersRouter } from './routers/users'
import { viewsRouter } from './routers/views'
import { webhooksRouter } from './routers/webhooks'
import { createCallerFactory, createTRPCRouter } from './trpc'

export const appRouter = createTRPCRouter({
  account: accountRouter,
  admin: adminRouter,
  audit: auditRouter,
  auth: authRouter,
  cart: cartRouter,
  cases: casesRouter,
  contact: contactRouter,
  credit: creditRouter,
  customers: customersRouter,
  dashboard: dashboardRouter,
  emails: emailsRouter,
  imports: importsRouter,
  invoices: invoicesRouter,
  keys: keysRouter,
  machines: machinesRouter,
  models: modelsRouter,
  newsletter: newsletterRouter,
  orders: ordersRouter,
  outbox: outboxRouter,
  parts: partsRouter,
  payments: paymentsRouter,
  network: networkRouter,
  policies: policiesRouter,
  products: productsRouter,
  repairs: repairsRouter,
  reports: reportsRouter,
  settings: settingsRouter,
  tradeIns: tradeInsRouter,
  units: unitsRouter,
  users: usersRouter,
  views: viewsRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter

/** Calls procedures without HTTP: `createCaller(createInnerTRPCContext({ services, sessionId })).machines.active()` */
export const createCaller = createCallerFactory(appRouter)
