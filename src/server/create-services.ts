import { randomInt } from 'node:crypto'
import path from 'node:path'
import { env } from '~/env'
import { createLimits, smsBudget, type Limits } from './identity/auth/limits'
import { sessionRulesOfEnvironment, type SessionRules } from '~/server/identity/auth/session-rules'
import { attachmentMaker } from '~/server/cases/documents/case-documents'
import { invoiceAttachmentMaker } from '~/server/billing/invoices/invoice-file'
import { receiptAttachmentMaker } from '~/server/billing/receipts/receipt-file'
import { vatNumberKind } from '~/server/billing/invoices/vat-numbers'
import { markDelivered } from '~/server/cases/base/case-emails'
import { EmailTexts } from '~/server/platform/email-texts/email-texts'
import { emailKind, smsKind, type EmailDeps } from '~/server/platform/outbox/send-messages'
import { gatherGroup } from '~/server/platform/outbox/gather-emails'
import { mergeEmails } from '~/server/platform/mail/merge-emails'
import { readBranding } from '~/server/site/settings/branding'
import { Outbox } from '~/server/platform/outbox/outbox'
import { livePolicies, policiesOfEnvironment, type ShopPolicies } from './office/policies/live-policies'
import { webhookKind } from '~/server/office/webhooks/deliver-webhooks'
import { ChangeHub } from './platform/change-feed/change-hub'
import { definedFields } from './platform/database/column-values'
import type { Database } from './platform/database/database'
import { DiskWatch, watched } from './platform/files/disk-watch'
import { storedSecret } from './platform/files/data-dir'
import type { FileStore } from './platform/files/file-store'
import { fileStoreOfEnvironment } from './platform/files/open-file-store'
import { JobQueue } from './platform/jobs/job-queue'
import type { Logger } from './platform/log'
import type { Mailer } from './platform/mail/email'
import { anywhere, publicInternet, type StrangerRules } from './platform/network/post-to-stranger'
import { mailerOfEnvironment, readableMailFolder } from './platform/mail/mailer'
import { smsSenderOfEnvironment, type SmsSender } from './platform/sms/sender'
import { linkKind } from '~/server/cases/customer/send-tracking-link'
import type { Services } from './services'
import { LiveCatalogue } from './catalogue/shop/live-catalogue'
import { logFailures, type ProductSource } from './catalogue/shop/product-source'
import { adminApiOfEnvironment, shopOfEnvironment, type Shop } from '~/server/catalogue/shop/shop-source'
import type { AdminApi } from './catalogue/shop/shopify/admin/admin-api'
import { createShopCredit, type ShopCredit } from './catalogue/shop/shopify/admin/shop-credit'
import type { CardPayments } from '~/server/billing/card/card-provider'
import { stripeOfEnvironment } from '~/server/billing/stripe/stripe-of-environment'
import { createLiveSite } from './site/live-site'
import { PageState } from './site/page-state'

export interface ServiceOptions extends Partial<ShopPolicies> {
  db: Database
  log: Logger
  now?: () => Date
  businessTimeZone?: string
  products?: ProductSource
  shop?: Shop
  shopCredit?: ShopCredit | null
  adminApi?: AdminApi | null
  settleSeconds?: number
  cardPayments?: CardPayments | null
  /** Replaces NEXTAUTH_SECRET and the secret stored in DATA_DIR. */
  secret?: string
  siteUrl?: string
  mail?: Mailer
  sms?: SmsSender | null
  files?: FileStore
  /** Seconds between the attempts of emails and of text messages. */
  outboxPauses?: readonly number[]
  /** Seconds that the emails of administrators' changes wait. */
  holdSeconds?: number | undefined
  /** No other process has the database open, so jobs marked as running are left over. */
  isOnlyProcess?: boolean
  smsCountries?: ReadonlySet<string>
  limits?: Limits
  /** Addresses that webhooks may have: public https; in development any. */
  webhookRules?: StrangerRules
  auditDays?: number
  contactInbox?: string | null
  vatNumberUrl?: string | null
  /** Milliseconds; a slower answer counts as unknown. */
  vatNumberMs?: number
  networkUrl?: string | null
  onlineRequests?: boolean
  sellsHere?: boolean
  dataDir?: string | null
  mailFolder?: string | null
  sessionRules?: SessionRules
  randomInt?: (below: number) => number
}

/** The installation's secret: from the environment, else generated once and stored in DATA_DIR. */
const secretOfEnvironment = ({ NEXTAUTH_SECRET, DATA_DIR } = env()) => NEXTAUTH_SECRET ?? storedSecret(DATA_DIR, 'nextauth-secret')

/** Builds the services on an open, migrated database; on return the change feed and the job queue run. */
export async function createServices({
  db,
  log,
  now = () => new Date(),
  businessTimeZone = env().BUSINESS_TIMEZONE,
  shop = shopOfEnvironment(db, log, now),
  products = shop.products,
  settleSeconds = env().SHOPIFY_SETTLE_SECONDS,
  cardPayments: givenPayments,
  secret = secretOfEnvironment(),
  adminApi = adminApiOfEnvironment(db, log, now, secret),
  shopCredit = adminApi && createShopCredit(adminApi),
  siteUrl = env().NEXTAUTH_URL,
  mail = mailerOfEnvironment(log),
  sms = smsSenderOfEnvironment(log),
  files: store = fileStoreOfEnvironment(),
  outboxPauses: pauses,
  holdSeconds,
  isOnlyProcess = false,
  smsCountries = new Set(env().SMS_COUNTRIES),
  limits = createLimits({ db, secret, most: smsBudget(env().SMS_PER_DAY) }),
  webhookRules = env().NODE_ENV === 'development' ? anywhere : publicInternet,
  sessionRules = sessionRulesOfEnvironment(),
  auditDays = env().AUDIT_DAYS,
  contactInbox = env().CONTACT_INBOX ?? null,
  vatNumberUrl = env().HMRC_VAT_URL ?? null,
  vatNumberMs,
  networkUrl = env().NETWORK_API_URL ?? null,
  onlineRequests = env().ONLINE_REQUESTS,
  sellsHere = env().SELLS_HERE,
  dataDir = null,
  mailFolder = dataDir === null ? null : readableMailFolder(),
  randomInt: randomNumber = randomInt,
  ...ownPolicies
}: ServiceOptions): Promise<Services> {
  const cardPayments = givenPayments === undefined ? await stripeOfEnvironment() : givenPayments
  const hub = new ChangeHub(db, log)
  const catalogue = new LiveCatalogue(logFailures(products, log), () => hub.listening)
  const live = createLiveSite({ db, hub, catalogue, now, log, failure: products.failure })
  await hub.start()
  const jobs = new JobQueue({ db, hub, log })
  const attachOfCase = attachmentMaker({ db, now, businessTimeZone, siteUrl })
  const attachInvoice = invoiceAttachmentMaker({ db, now, businessTimeZone })
  const attachReceipt = receiptAttachmentMaker({ db, businessTimeZone })
  const attach: EmailDeps['attach'] = async (document, emailId) => {
    if (document.kind === 'invoice') return attachInvoice(document)
    const file = await (document.kind === 'payment-receipt' ? attachReceipt(document) : attachOfCase(document, emailId))
    return file ? [file] : []
  }
  const gather: EmailDeps['gather'] = (job) => gatherGroup(db, job)
  const merge: EmailDeps['merge'] = async (parts) => mergeEmails(await readBranding(db.prisma, siteUrl), parts)
  jobs.add(emailKind({ secret, mail, sms, log, pauses, attach, gather, merge, delivered: (id) => markDelivered({ db, now }, id) }))
  jobs.add(smsKind({ secret, sms, log, now, pauses }))
  const texts = new EmailTexts(db, hub, log)
  await texts.open()
  const policyDefaults = { ...policiesOfEnvironment(), ...definedFields(ownPolicies) }
  const policies = livePolicies(db, hub, log, policyDefaults)
  await policies.fresh()
  const outbox = new Outbox(jobs, secret, texts, holdSeconds, sms && smsCountries)
  jobs.add(linkKind({ db, outbox, siteUrl, secret }))
  jobs.add(vatNumberKind({ db, now, vatNumberUrl, pauses, withinMs: vatNumberMs }))
  jobs.add(webhookKind({ db, log, now, secret, outbox, siteUrl, rules: webhookRules }))
  if (isOnlyProcess) await jobs.releaseActive()
  jobs.start()
  const { platform } = shop
  const disk = new DiskWatch({ places: dataDir === null ? [] : [dataDir, path.join(dataDir, 'files')], log, now })
  const files = watched(store, disk)
  const pages = new PageState(now)
  const core = {
    db,
    hub,
    live,
    catalogue,
    pages,
    log,
    now,
    businessTimeZone,
    platform,
    shopCredit,
    adminApi,
    settleSeconds,
    cardPayments,
    secret,
    siteUrl,
  }
  const rules = { auditDays, contactInbox, vatNumberUrl, networkUrl, onlineRequests, sellsHere, sessionRules, policies, policyDefaults }
  return {
    // Each use reads the current value.
    get offerLimit() {
      return policies.current.offerLimit
    },
    get creditLimit() {
      return policies.current.creditLimit
    },
    get quoteDays() {
      return policies.current.quoteDays
    },
    get estimateDays() {
      return policies.current.estimateDays
    },
    get offerDays() {
      return policies.current.offerDays
    },
    get warrantyDays() {
      return policies.current.warrantyDays
    },
    get answerReminderDays() {
      return policies.current.answerReminderDays
    },
    get lastAnswerReminderDays() {
      return policies.current.lastAnswerReminderDays
    },
    get creditReminderDays() {
      return policies.current.creditReminderDays
    },
    get lastCreditReminderDays() {
      return policies.current.lastCreditReminderDays
    },
    ...core,
    ...rules,
    jobs,
    outbox,
    files,
    disk,
    sms,
    smsCountries,
    limits,
    webhookRules,
    dataDir,
    mailFolder,
    randomInt: randomNumber,
  }
}
