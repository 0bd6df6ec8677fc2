import { randomInt } from 'node:crypto'
import { env } from '~/env'
import { keptSecret } from './auth/first-admin'
import { createLimits, type Limits } from './auth/limits'
import type { SessionRules } from './auth/sessions'
import { ChangeHub } from './platform/change-feed/change-hub'
import { createLiveSite, type LiveSite } from './site/live-site'
import type { Database } from './platform/database/database'
import type { Logger } from './platform/log'
import { JobQueue } from './platform/jobs/job-queue'
import { createMailer, type Mailer } from './platform/mail/mailer'
import { Outbox } from './outbox/outbox'
import { letterKind, textKind } from './outbox/send'
import { LiveCatalogue } from './shop/live-catalogue'
import { logFailures, type ProductSource } from './shop/product-source'
import type { PlatformShop } from './shop/shopify/shop'
import { shopOfEnvironment, type Shop } from './shop/source'
import { PageState } from './site/page-state'
import { createSmsSender, type SmsSender } from './platform/sms/sender'

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
  /** What cookies, tokens and sealed columns are derived from. */
  secret: string
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** What is done in the background, for all processes of the database. */
  jobs: JobQueue
  /** Where letters and messages to phones are posted. */
  outbox: Outbox
  /** Null where phones cannot be sent codes. */
  sms: SmsSender | null
  /** Whose numbers are sent codes (ISO 3166). */
  smsCountries: ReadonlySet<string>
  limits: Limits
  /** How long entries of the audit log are kept (days). */
  auditDays: number
  /** Where the password of the first administrator may be kept; null where there is no such place. */
  dataDir: string | null
  sessionRules: SessionRules
  /** A whole number from 0 to below the given one, for codes that nobody may guess. */
  randomInt: (below: number) => number
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
  /** Instead of NEXTAUTH_SECRET or the secret kept in DATA_DIR. */
  secret?: string
  siteUrl?: string
  mail?: Mailer
  sms?: SmsSender | null
  /** Pauses (s) between the tries of letters and of messages to phones. */
  outboxPauses?: readonly number[]
  /** No other process has the database open: jobs that are under way there are nobody's. */
  isOnlyProcess?: boolean
  smsCountries?: ReadonlySet<string>
  limits?: Limits
  auditDays?: number
  dataDir?: string | null
  /** Instead of what the environment says. */
  sessionRules?: SessionRules
  randomInt?: (below: number) => number
}

/** The installation's secret: from the environment, else made once and kept in DATA_DIR. */
const rootSecret = ({ NEXTAUTH_SECRET, DATA_DIR } = env()) => NEXTAUTH_SECRET ?? keptSecret(DATA_DIR, 'nextauth-secret')

const mailerFromEnv = (log: Logger, { SMTP_URL, MAIL_FROM, DATA_DIR } = env()) =>
  createMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR, log })

const smsFromEnv = (log: Logger, { SMS_WEBHOOK_URL, NODE_ENV } = env()) =>
  createSmsSender(SMS_WEBHOOK_URL, { log, development: NODE_ENV === 'development' })

const sessionRulesFromEnv = ({ REQUIRE_ADMIN_MFA, ADMIN_SESSION_HOURS, ADMIN_IDLE_MINUTES } = env()): SessionRules => ({
  requireAdminMfa: REQUIRE_ADMIN_MFA,
  adminSeconds: ADMIN_SESSION_HOURS * 60 * 60,
  adminIdleSeconds: ADMIN_IDLE_MINUTES * 60,
})

/** The shop's budget of messages to phones; half of it for phones that are being added. */
const textsPerDay = (most: number) => ({ textsOfShop: most, newTextsOfShop: Math.ceil(most / 2) })

/** Builds the services on an open, migrated database; the change feed and the job queue run when it resolves. */
export async function createServices({
  db,
  log,
  now = () => new Date(),
  businessTimeZone = env().BUSINESS_TIMEZONE,
  shop = shopOfEnvironment(db, log, now),
  products = shop.products,
  secret = rootSecret(),
  siteUrl = env().NEXTAUTH_URL,
  mail = mailerFromEnv(log),
  sms = smsFromEnv(log),
  outboxPauses: pauses,
  isOnlyProcess = false,
  smsCountries = new Set(env().SMS_COUNTRIES),
  limits = createLimits({ prisma: db.prisma, secret, most: textsPerDay(env().SMS_PER_DAY) }),
  sessionRules = sessionRulesFromEnv(),
  auditDays = env().AUDIT_DAYS,
  dataDir = null,
  randomInt: randomNumber = randomInt,
}: ServiceOptions): Promise<Services> {
  const hub = new ChangeHub(db, log)
  const catalogue = new LiveCatalogue(logFailures(products, log), () => hub.listening)
  const live = createLiveSite(db, hub, catalogue, products.failure)
  await hub.start()
  const jobs = new JobQueue({ db, hub, log })
  jobs.add(letterKind({ secret, mail, log, pauses }))
  jobs.add(textKind({ secret, sms, log, now, pauses }))
  if (isOnlyProcess) await jobs.takeBack()
  jobs.start()
  const outbox = new Outbox(jobs, secret)
  const { platform } = shop
  const pages = new PageState(now)
  const core = { db, hub, live, catalogue, pages, log, now, businessTimeZone, platform, secret, siteUrl }
  return { ...core, jobs, outbox, sms, smsCountries, limits, auditDays, dataDir, sessionRules, randomInt: randomNumber }
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
