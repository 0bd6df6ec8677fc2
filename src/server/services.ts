import { randomInt } from 'node:crypto'
import { env } from '~/env'
import { keptSecret } from './auth/first-admin'
import { createLimits, type Limits } from './auth/limits'
import { ChangeHub } from './changes/hub'
import { createLiveSite, type LiveSite } from './changes/live-site'
import type { Database } from './db/database'
import type { Logger } from './log'
import { createMailer, type Mailer } from './mail/mailer'
import { logFailures, type ProductSource } from './shop/product-source'
import type { PlatformShop } from './shop/shopify/shop'
import { shopOfEnvironment, type Shop } from './shop/source'
import { createSmsSender, type SmsSender } from './sms/sender'

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
  /** What cookies, tokens and sealed columns are derived from. */
  secret: string
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  mail: Mailer
  /** Null where phones cannot be sent codes. */
  sms: SmsSender | null
  limits: Limits
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
  limits?: Limits
  randomInt?: (below: number) => number
}

/** The installation's secret: from the environment, else made once and kept in DATA_DIR. */
const rootSecret = ({ NEXTAUTH_SECRET, DATA_DIR } = env()) => NEXTAUTH_SECRET ?? keptSecret(DATA_DIR, 'nextauth-secret')

const mailerFromEnv = (log: Logger, { SMTP_URL, MAIL_FROM, DATA_DIR } = env()) =>
  createMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR, log })

const smsFromEnv = (log: Logger, { SMS_WEBHOOK_URL, NODE_ENV } = env()) =>
  createSmsSender(SMS_WEBHOOK_URL, { log, development: NODE_ENV === 'development' })

/** Builds the services on an open, migrated database; the change feed is running when it resolves. */
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
  limits = createLimits({ prisma: db.prisma, secret }),
  randomInt: randomNumber = randomInt,
}: ServiceOptions): Promise<Services> {
  const hub = new ChangeHub(db, log)
  const live = createLiveSite(db, hub, logFailures(products, log))
  await hub.start()
  const { platform } = shop
  return { db, hub, live, log, now, businessTimeZone, platform, secret, siteUrl, mail, sms, limits, randomInt: randomNumber }
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
