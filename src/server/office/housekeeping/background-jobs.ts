import type { Services } from '~/server/services'
import { addRecurringJob } from '~/server/platform/jobs/recurring'
import { remindOfInvoices, tellIssued } from '~/server/billing/invoices/invoice-emails'
import { issueWaiting } from '~/server/billing/invoices/issue-waiting'
import { tellReceipts } from '~/server/billing/receipts/receipt-emails'
import { remindOfExpiry } from '~/server/credit/credit-emails'
import { checkCredit, expireCredit, settleForgotten } from '~/server/office/housekeeping/expire-and-check-credit'
import { remindOfTransfers } from '~/server/stock/sale/checkout/lapse-sales'
import { followSales, settleSales } from '~/server/stock/sale/checkout/settle-sales'
import { findMissedOrders } from '~/server/stock/sale/shopify/find-missed-orders'
import { nameModels } from '~/server/catalogue/models/name-models'
import { lookAtNetwork } from '~/server/catalogue/network/fetch-network'
import { followWorks } from '~/server/billing/card/end-pages'
import { settleCards } from '~/server/billing/card/settle-cards'
import { settleTransfers } from '~/server/credit/transfers/use-in-shop'
import { emailUnreadMessages } from '~/server/cases/messages/unread-emails'
import { sweepUploads, uploadFolder } from '~/server/platform/files/upload-folder'
import { tellMissedClaimants } from '~/server/stock/claims/claim-emails'
import { tellStaffOfLateClaims } from '~/server/stock/claims/staff-emails'
import { casesWithoutUnit } from '~/server/stock/units/cases-without-unit'
import { sweepFiles } from '~/server/cases/sweep-files'
import { expireQuotes, remindOfAnswers } from '~/server/cases/quotes/unanswered-quotes'
import { forgetLateEntries } from '~/server/platform/audit/record-audit'
import { notifyMissedRoleChanges } from '~/server/identity/users/role-changes'
import { queueForgotten } from '~/server/office/webhooks/deliveries'
import { removeExpired } from './remove-expired'

const DAY_SECONDS = 24 * 60 * 60
/** Seconds between rounds of housekeeping. */
const TIDY_EVERY_SECONDS = 10 * 60
const TIDY_ON_SECONDS = 5
/** Seconds between checks for unread messages. */
const UNREAD_EVERY_SECONDS = 60
/** Seconds between checks for roles changed by plain SQL. */
const ROLES_EVERY_SECONDS = 60
/** Seconds between checks for expired claims. */
const CLAIMS_EVERY_SECONDS = 60
/** Seconds between checks for paid orders, beside those after a change. */
const SALES_EVERY_SECONDS = 60
/** Seconds between rounds that make cases' units, while some wait and while none does. */
const UNITS_ON_SECONDS = 2
const UNITS_EVERY_SECONDS = 60
/** On the embedded engine, calls and the round wait for each other (docs/decisions/001). */
const UNITS_EMBEDDED = 1
/** Seconds after a start, and milliseconds of a round. */
const MODELS_IN_SECONDS = 60
const MODELS_MS = 60_000
/** Seconds from the start to the first search for lost webhooks. */
const MISSED_IN_SECONDS = 60
/** Longest round (s); the queues' `expire_seconds` is 300. */
const ROUND_SECONDS = 240

/** Longest round of credit transfers (s); their queue's `expire_seconds` is 60, so that another process takes over soon. */
const TRANSFERS_SECONDS = 50

export async function startBackground(
  services: Pick<
    Services,
    | 'db'
    | 'now'
    | 'log'
    | 'hub'
    | 'jobs'
    | 'live'
    | 'catalogue'
    | 'platform'
    | 'shopCredit'
    | 'adminApi'
    | 'cardPayments'
    | 'settleSeconds'
    | 'secret'
    | 'auditDays'
    | 'files'
    | 'outbox'
    | 'siteUrl'
    | 'businessTimeZone'
    | 'contactInbox'
    | 'networkUrl'
    | 'dataDir'
    | 'creditReminderDays'
    | 'lastCreditReminderDays'
  >,
): Promise<void> {
  const { jobs, log, platform, shopCredit, adminApi, cardPayments } = services
  await addRecurringJob(jobs, {
    name: 'housekeeping',
    seconds: ROUND_SECONDS,
    firstIn: TIDY_EVERY_SECONDS,
    run: async () => {
      const { rows, isDone } = await removeExpired(services)
      await forgetLateEntries(services.db)
      const swept = await sweepFiles(services)
      await sweepUploads(uploadFolder(services), services.now())
      await jobs.cleanUp()
      const expired = await expireQuotes(services)
      if (expired > 0) log.debug({ expired }, 'Estimates and offers have expired')
      const accounts = await expireCredit(services)
      if (accounts > 0) log.debug({ accounts }, 'Store credit has expired')
      await settleForgotten(services)
      const issued = await issueWaiting(services)
      if (issued > 0) log.debug({ issued }, 'Invoices had what they waited for')
      const queued = await queueForgotten(services)
      if (queued > 0) log.warn({ queued }, 'Webhooks waited without a job')
      if (rows + swept.removed > 0) log.debug({ rows, files: swept.removed }, 'Removed what had expired')
      return isDone && swept.isDone ? TIDY_EVERY_SECONDS : TIDY_ON_SECONDS
    },
  })
  await addRecurringJob(jobs, {
    name: 'reminders',
    seconds: ROUND_SECONDS,
    firstIn: TIDY_EVERY_SECONDS,
    run: async () => {
      const reminded = await remindOfAnswers(services)
      if (reminded > 0) log.debug({ reminded }, 'Customers were reminded of an answer')
      const expiring = await remindOfExpiry(services)
      if (expiring > 0) log.debug({ expiring }, 'Customers were reminded of store credit that expires')
      const told = await tellIssued(services)
      if (told > 0) log.debug({ told }, 'Invoices were emailed')
      const receipts = await tellReceipts(services)
      if (receipts > 0) log.debug({ receipts }, 'Receipts were emailed')
      const overdue = await remindOfInvoices(services)
      if (overdue > 0) log.debug({ overdue }, 'Customers were reminded of invoices')
      const unpaid = await remindOfTransfers(services)
      if (unpaid > 0) log.debug({ unpaid }, 'Customers were reminded of orders that wait for a transfer')
      return TIDY_EVERY_SECONDS
    },
  })
  await addRecurringJob(jobs, {
    name: 'unread-messages',
    seconds: ROUND_SECONDS,
    firstIn: UNREAD_EVERY_SECONDS,
    run: async () => {
      const told = await emailUnreadMessages(services)
      if (told > 0) log.debug({ told }, 'Wrote of messages that were not read')
      return UNREAD_EVERY_SECONDS
    },
  })
  await addRecurringJob(jobs, {
    name: 'role-changes',
    seconds: ROUND_SECONDS,
    firstIn: ROLES_EVERY_SECONDS,
    run: async () => {
      const told = await notifyMissedRoleChanges(services)
      if (told > 0) log.warn({ told }, 'Roles were changed past the back office')
      return ROLES_EVERY_SECONDS
    },
  })
  await addRecurringJob(jobs, {
    name: 'machine-claims',
    seconds: ROUND_SECONDS,
    firstIn: CLAIMS_EVERY_SECONDS,
    run: async () => {
      const told = await tellMissedClaimants(services)
      if (told > 0) log.debug({ told }, 'Requests for machines had ended')
      const waiting = await tellStaffOfLateClaims(services)
      if (waiting > 0) log.debug({ waiting }, 'Staff were told of requests for machines')
      return CLAIMS_EVERY_SECONDS
    },
  })
  const giveUnits = services.db.engine === 'embedded' ? casesWithoutUnit(services, UNITS_EMBEDDED) : casesWithoutUnit(services)
  await addRecurringJob(jobs, {
    name: 'units-of-cases',
    seconds: ROUND_SECONDS,
    firstIn: UNITS_EVERY_SECONDS,
    run: async () => {
      const { opened, isDone } = await giveUnits()
      if (opened > 0) log.debug({ opened }, 'Cases got their units')
      return isDone ? UNITS_EVERY_SECONDS : UNITS_ON_SECONDS
    },
  })
  await addRecurringJob(jobs, {
    name: 'credit-check',
    seconds: ROUND_SECONDS,
    firstIn: TIDY_EVERY_SECONDS,
    run: async () => {
      await checkCredit(services)
      return DAY_SECONDS
    },
  })
  await addRecurringJob(jobs, {
    name: 'models',
    seconds: ROUND_SECONDS,
    firstIn: MODELS_IN_SECONDS,
    run: async () => {
      const isDone = await nameModels(services, services.now().getTime() + MODELS_MS)
      return isDone ? DAY_SECONDS : TIDY_ON_SECONDS
    },
  })
  if (shopCredit) {
    const run = () => settleTransfers({ ...services, shopCredit })
    const askNow = await addRecurringJob(jobs, { name: 'credit-transfers', seconds: TRANSFERS_SECONDS, firstIn: 0, run })
    await askNow()
  }
  if (adminApi) {
    const run = () => findMissedOrders({ ...services, adminApi })
    await addRecurringJob(jobs, { name: 'shop-orders', seconds: ROUND_SECONDS, firstIn: MISSED_IN_SECONDS, run })
  }
  if (cardPayments) {
    const run = () => settleCards({ ...services, cardPayments })
    const askNow = await addRecurringJob(jobs, { name: 'card-payments', seconds: ROUND_SECONDS, firstIn: 0, run })
    followWorks(services, askNow)
    await askNow()
  }
  if (services.networkUrl !== null) {
    const run = () => lookAtNetwork(services)
    const askNow = await addRecurringJob(jobs, { name: 'network-figures', seconds: ROUND_SECONDS, firstIn: 0, run })
    // Another address may have been configured since.
    await askNow()
  }
  const askForSales = await addRecurringJob(jobs, {
    name: 'own-sales',
    seconds: ROUND_SECONDS,
    firstIn: SALES_EVERY_SECONDS,
    run: async () => {
      const moved = await settleSales(services)
      if (moved > 0) log.debug({ moved }, 'Paid orders got their stock')
      return SALES_EVERY_SECONDS
    },
  })
  followSales(services, askForSales)
  if (!platform) return
  const { refresher } = platform
  refresher.askBy(await addRecurringJob(jobs, { name: 'shop-list', seconds: ROUND_SECONDS, firstIn: 0, run: () => refresher.look() }))
}
