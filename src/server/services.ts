import type { Limits } from './identity/auth/limits'
import type { SessionRules } from '~/server/identity/auth/session-rules'
import type { ShopPolicies } from './office/policies/live-policies'
import type { Outbox } from '~/server/platform/outbox/outbox'
import type { ChangeHub } from './platform/change-feed/change-hub'
import type { Kept } from '~/server/platform/change-feed/kept-value'
import type { Database } from './platform/database/database'
import type { DiskWatch } from './platform/files/disk-watch'
import type { FileStore } from './platform/files/file-store'
import type { JobQueue } from './platform/jobs/job-queue'
import type { Logger } from './platform/log'
import type { StrangerRules } from './platform/network/post-to-stranger'
import type { SmsSender } from './platform/sms/sender'
import type { LiveCatalogue } from './catalogue/shop/live-catalogue'
import type { AdminApi } from './catalogue/shop/shopify/admin/admin-api'
import type { ShopCredit } from './catalogue/shop/shopify/admin/shop-credit'
import type { PlatformShop } from './catalogue/shop/shopify/shop'
import type { CardPayments } from '~/server/billing/card/card-provider'
import type { LiveSite } from './site/live-site'
import type { PageState } from './site/page-state'

/** One set for each process, and one for each database in tests. */
export interface Services extends Readonly<ShopPolicies> {
  db: Database
  hub: ChangeHub
  live: LiveSite
  pages: PageState
  catalogue: LiveCatalogue
  log: Logger
  /** Tests pass their own clock. */
  now: () => Date
  /** Months begin in this time zone (IANA name). */
  businessTimeZone: string
  /** Null for the own catalogue. */
  platform: PlatformShop | null
  /** Null if store credit cannot be used at the platform. */
  shopCredit: ShopCredit | null
  adminApi: AdminApi | null
  /** Seconds after which a request that is missing in the platform's books has failed. */
  settleSeconds: number
  cardPayments: CardPayments | null
  /** Cookies, tokens and encrypted columns are derived from it. */
  secret: string
  /** The site's public address, without a trailing slash. */
  siteUrl: string
  jobs: JobQueue
  outbox: Outbox
  /** Receives contact messages; null for the settings' `contact_email`. */
  contactInbox: string | null
  /** HMRC's service; null if VAT numbers are not looked up. */
  vatNumberUrl: string | null
  /** Null if administrators type the figures of networks. */
  networkUrl: string | null
  files: FileStore
  disk: DiskWatch
  sms: SmsSender | null
  /** Countries whose numbers may be sent codes (ISO 3166). */
  smsCountries: ReadonlySet<string>
  limits: Limits
  webhookRules: StrangerRules
  /** Days that audit entries are kept. */
  auditDays: number
  /** As administrators have set them; their current values are services of their own. */
  policies: Kept<ShopPolicies>
  policyDefaults: ShopPolicies
  /** Customers may ask for repairs and trade-ins online. */
  onlineRequests: boolean
  sellsHere: boolean
  /** Holds the first administrator's password and uploads under way; null without one. */
  dataDir: string | null
  mailFolder: string | null
  sessionRules: SessionRules
  /** A whole random number from 0 to below the bound, for codes that nobody may guess. */
  randomInt: (below: number) => number
}

// Next bundles pages, API routes and the process's entry apart, so a module variable would exist three times; globalThis exists once.
declare global {
  var shopServices: Services | undefined
}

export function setServices(services: Services): void {
  globalThis.shopServices = services
}

/** The services of the process; undefined before the start (at build, for one). */
export const servicesIfStarted = (): Services | undefined => globalThis.shopServices

/** @throws before the start */
export function getServices(): Services {
  const services = servicesIfStarted()
  if (!services) throw new Error('The services are not started: src/server/http/main.ts starts them before it listens')
  return services
}
