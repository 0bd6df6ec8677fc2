import { env } from '~/env'
import { ChangeHub } from './changes/hub'
import { createLiveSite, type LiveSite } from './changes/live-site'
import type { Database } from './db/database'
import type { Logger } from './log'
import { logFailures, type ProductSource } from './shop/product-source'
import type { PlatformShop } from './shop/shopify/shop'
import { shopOfEnvironment, type Shop } from './shop/source'

/** What calls work with. One set for each process, and one for each database in tests. */
export interface Services {
  db: Database
  hub: ChangeHub
  live: LiveSite
  log: Logger
  /** The clock: tests pass their own. */
  now: () => Date
  /** Months begin in this time zone (IANA name). */
  businessTimeZone: string
  /** The platform that the shop is on; null for the own catalogue. */
  platform: PlatformShop | null
}

export interface ServiceOptions {
  db: Database
  log: Logger
  now?: () => Date
  /** Instead of what the environment says. */
  businessTimeZone?: string
  /** Where the shop's products come from, instead of what the environment says. */
  products?: ProductSource
  /** The shop with its platform, instead of what the environment says. */
  shop?: Shop
}

/** Builds the services on an open, migrated database; the change feed is running when it resolves. */
export async function createServices({
  db,
  log,
  now = () => new Date(),
  businessTimeZone = env().BUSINESS_TIMEZONE,
  shop = shopOfEnvironment(db, log, now),
  products = shop.products,
}: ServiceOptions): Promise<Services> {
  const hub = new ChangeHub(db, log)
  const live = createLiveSite(db, hub, logFailures(products, log))
  await hub.start()
  return { db, hub, live, log, now, businessTimeZone, platform: shop.platform }
}

// Next bundles pages, API routes and the process's entry apart, so a module variable would exist
// three times: what the process has once lives on globalThis.
declare global {
  var shopServices: Services | undefined
}

/** Makes these the services of the process. */
export function setServices(services: Services): void {
  globalThis.shopServices = services
}

/** The services of the process, undefined before the start (at build, for one). */
export const servicesIfStarted = (): Services | undefined => globalThis.shopServices

/** The services of the process. @throws when the process has not started them */
export function getServices(): Services {
  const services = servicesIfStarted()
  if (!services) throw new Error('The services are not started: src/server/http/main.ts starts them before it listens')
  return services
}
