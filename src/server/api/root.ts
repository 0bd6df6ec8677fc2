import { dashboardRouter } from './routers/dashboard'
import { machinesRouter } from './routers/machines'
import { productsRouter } from './routers/products'
import { settingsRouter } from './routers/settings'
import { siteRouter } from './routers/site'
import { createCallerFactory, createTRPCRouter } from './trpc'

/** Every procedure of the shop; one router for each noun. */
export const appRouter = createTRPCRouter({
  dashboard: dashboardRouter,
  machines: machinesRouter,
  products: productsRouter,
  settings: settingsRouter,
  site: siteRouter,
})

export type AppRouter = typeof appRouter

/**
 * Calls procedures without HTTP.
 * @example createCaller(createInnerTRPCContext({ services, sessionId })).machines.active()
 */
export const createCaller = createCallerFactory(appRouter)
