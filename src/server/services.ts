import type { Limits } from './identity/auth/limits'
import type { SessionRules } from '~/server/identity/auth/session-rules'
import type { Outbox } from './office/outbox/outbox'
import type { ChangeHub } from './platform/change-feed/change-hub'
import type { Database } from './platform/database/database'
import type { DiskWatch } from './platform/files/disk-watch'
import type { FileStore } from './platform/files/file-store'
import type { JobQueue } from './platform/jobs/job-queue'
import type { Logger } from './platform/log'
import type { SmsSender } from './platform/sms/sender'
import type { LiveCatalogue } from './catalogue/shop/live-catalogue'
import type { ShopCredit } from './catalogue/shop/shopify/admin/shop-credit'
import type { PlatformShop } from './catalogue/shop/shopify/shop'
import type { LiveSite } from './site/live-site'
import type { PageState } from './site/page-state'

/** What calls work with. One set for each process, and one for each database in tests. */
export interface Services {
  db: Database
  hub: ChangeHub
  live: LiveSite
  /** How the making of this process's static pages goes. */
  pages: PageState
  /** What the shop sells. */
  catalogue: LiveCatalogue
  log: Logger
  /** The clock: tests pass their own. */
  now: () => Date
  /** Months begin in this time zone (IANA name). */
  businessTimeZone: string
  /** The platform that the shop is on; null for the own catalogue. */
  platform: PlatformShop | null
  /** The customers' store credit at the platform; null where it cannot be used there. */
  shopCredit: ShopCredit | null
  /** What was asked of the platform so long ago (s), and is not in its books, has not happened. */
  settleSeconds: number
  /** What cookies, tokens and encrypted columns are derived from. */
  secret: string
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** What is done in the background, for all processes of the database. */
  jobs: JobQueue
  /** Where emails and text messages are posted. */
  outbox: Outbox
  /** The address that contact messages go to; null where the form sends nothing and the newsletter takes no addresses. */
  contactInbox: string | null
  /** Where pictures and documents are kept. */
  files: FileStore
  /** Whether there is room for them. */
  disk: DiskWatch
  /** Null where phones cannot be sent codes. */
  sms: SmsSender | null
  /** Whose numbers are sent codes (ISO 3166). */
  smsCountries: ReadonlySet<string>
  limits: Limits
  /** How long entries of the audit log are kept (days). */
  auditDays: number
  /** Offers for trade-ins above this (EUR) need a second administrator. */
  offerLimit: number
  /** Store credit above this (EUR) needs a second administrator. */
  creditLimit: number
  /** Whether customers may ask for repairs and trade-ins online. */
  onlineRequests: boolean
  /** How long the value of a trade-in is kept that was asked for online (days). */
  quoteDays: number
  /** Where the password of the first administrator may be kept, and files on their way; null where there is no such place. */
  dataDir: string | null
  sessionRules: SessionRules
  /** A whole number from 0 to below the given one, for codes that nobody may guess. */
  randomInt: (below: number) => number
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
