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

/** The services that calls use: one set for each process, and one for each database in tests. */
export interface Services extends Readonly<ShopPolicies> {
  db: Database
  hub: ChangeHub
  live: LiveSite
  /** The state of this process's static pages. */
  pages: PageState
  /** The shop's products. */
  catalogue: LiveCatalogue
  log: Logger
  /** The clock; tests pass their own. */
  now: () => Date
  /** Months begin in this time zone (IANA name). */
  businessTimeZone: string
  /** The platform that the shop is on; null for the own catalogue. */
  platform: PlatformShop | null
  /** Customers' store credit at the platform; null if it cannot be used there. */
  shopCredit: ShopCredit | null
  /** The shop platform's Admin API; null if the environment names none. */
  adminApi: AdminApi | null
  /** After this time (s) a request to the platform that is not in its books has failed. */
  settleSeconds: number
  /** Takes payments by card; null if the shop has no provider. */
  cardPayments: CardPayments | null
  /** Cookies, tokens and encrypted columns are derived from it. */
  secret: string
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** Background work, for all processes of the database. */
  jobs: JobQueue
  /** Posts emails and text messages. */
  outbox: Outbox
  /** The address of contact messages; null: the settings' `contact_email`. */
  contactInbox: string | null
  /** HMRC's service that knows VAT numbers; null if they are not looked up. */
  vatNumberUrl: string | null
  /** Answers the figures of networks; null if administrators alone type them. */
  networkUrl: string | null
  /** Pictures and documents. */
  files: FileStore
  /** Knows if there is room for files. */
  disk: DiskWatch
  /** Null if phones cannot be sent codes. */
  sms: SmsSender | null
  /** Countries whose numbers may be sent codes (ISO 3166). */
  smsCountries: ReadonlySet<string>
  limits: Limits
  /** Addresses that webhooks may have. */
  webhookRules: StrangerRules
  /** Days that entries of the audit log are kept. */
  auditDays: number
  /** Limits and periods as administrators have set them; their present values are services of their own. */
  policies: Kept<ShopPolicies>
  /** The environment's. */
  policyDefaults: ShopPolicies
  /** Customers may ask for repairs and trade-ins online. */
  onlineRequests: boolean
  /** No shop platform is configured: the cart is paid here. */
  sellsHere: boolean
  /** The folder of the first administrator's password and of uploads under way; null without one. */
  dataDir: string | null
  /** The folder of emails that administrators may read; null where they are sent, or none of the back office's business. */
  mailFolder: string | null
  sessionRules: SessionRules
  /** A random whole number from 0 to below the given one, for codes that nobody may guess. */
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

/** The services of the process. @throws before the start */
export function getServices(): Services {
  const services = servicesIfStarted()
  if (!services) throw new Error('The services are not started: src/server/http/main.ts starts them before it listens')
  return services
}
