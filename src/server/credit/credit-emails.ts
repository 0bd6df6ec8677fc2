import { EMAIL_ADDRESS } from '~/contracts/email-address'
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { REFUND_BONUS_PERCENT, type CreditKind } from '~/contracts/credit/credit'
import type { CreditEmailKind, Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { mailable } from '~/server/cases/base/case-emails'
import { writeEmailPart, type Branding } from '~/server/platform/email-texts/write-email'
import type { PostedEmail, Recipient } from '~/server/platform/outbox/outbox'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { readBranding } from '~/server/site/settings/branding'
import { lockAccount } from './credit-account'
import { creditExpires, creditIssued } from './credit-email-templates'

/** At each issue, and twice before the expiry unless refused. Only to verified addresses; each lot gets each kind once. */

type Tx = Prisma.TransactionClient
type ReminderDays = Pick<Services, 'creditReminderDays' | 'lastCreditReminderDays'>
export type CreditEmailing = Pick<Services, 'outbox' | 'siteUrl' | 'businessTimeZone'>

interface Lot {
  id: string
  accountId: string
  kind: CreditKind
  available: number
  expiresAt: Date | null
  reason: string
  email: string
  emailVerifiedAt: Date
  fullName: string | null
}

const readLots = (tx: Tx, ids: readonly string[]) =>
  tx.$queryRaw<Lot[]>`
    SELECT l.id::text AS id, l.account_id::text AS "accountId", l.kind::text AS kind, l.available::float8 AS available, l.expires_at AS "expiresAt", u.email,
      u.email_verified_at AS "emailVerifiedAt", p.full_name AS "fullName",
      coalesce((SELECT e.reason FROM credit_entries AS e WHERE e.lot_id = l.id ORDER BY e.number LIMIT 1), '') AS reason
    FROM credit_lots AS l JOIN credit_accounts AS a ON a.id = l.account_id JOIN users AS u ON u.id = a.user_id
    LEFT JOIN profiles AS p ON p.user_id = u.id
    WHERE l.id = ANY(${[...ids]}::uuid[]) AND u.email_verified_at IS NOT NULL ORDER BY l.created_at, l.id`

const given: Record<CreditKind, string> = {
  trade_in: 'for your trade-in',
  refund: `for a refund, with our bonus of ${REFUND_BONUS_PERCENT}%`,
  adjustment: 'as an adjustment',
}
const named = (reason: string) => (reason.trim() === '' ? '' : ` (${reason.trim()})`)

function creditEmail(branding: Branding, kind: CreditEmailKind, lot: Lot, recipient: Recipient, expiry: string | null) {
  const { siteUrl } = branding
  const href = `${siteUrl}${paths.account}/credit`
  const values = { amount: formatEuro(lot.available), reason: named(lot.reason) }
  if (kind === 'issued') {
    const issued = { ...values, cause: given[lot.kind], expiry: expiry === null ? 'It never expires.' : `It expires on ${expiry}.` }
    return writeEmailPart(branding, creditIssued, { ...recipient, href, values: issued })
  }
  const foot = { label: 'Choose which emails you get', href: `${siteUrl}${paths.profile}` }
  return writeEmailPart(branding, creditExpires, { ...recipient, href, foot, values: { ...values, expiry: expiry ?? '' } })
}

/** Several lots of one customer, as for a request with several machines, bring one email. */
const subjects: Record<CreditEmailKind, string> = {
  issued: 'Several amounts of store credit are in your account',
  in_14_days: 'Several amounts of your store credit expire soon',
  in_60_days: 'Several amounts of your store credit expire soon',
}

const AT_A_TIME = 20

/** Queues the emails about lots in the causing transaction; skips those written before. */
async function write(tx: Tx, { outbox, siteUrl, businessTimeZone }: CreditEmailing, kind: CreditEmailKind, lots: Lot[]) {
  const reached = lots.flatMap((lot) => {
    const { recipient } = mailable({ ...lot, signedUpAt: null, profile: { fullName: lot.fullName } })
    return recipient && lot.available > 0 ? [{ lot, recipient, id: randomUUID() }] : []
  })
  if (reached.length === 0) return 0
  const branding = { ...(await readBranding(tx, siteUrl)), texts: outbox.texts }
  const rows = JSON.stringify(reached.map(({ lot, id }) => ({ lot: lot.id, id })))
  const written = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO credit_emails (lot_id, kind, id, change_id)
    SELECT lot, ${kind}::credit_email_kind, id, ${outbox.changeId}::uuid FROM jsonb_to_recordset(${rows}::jsonb) AS given (lot uuid, id uuid)
    ON CONFLICT DO NOTHING RETURNING id::text AS id`
  const isNew = new Set(written.map(({ id }) => id))
  const posted: PostedEmail[] = []
  for (const { lot, recipient, id } of reached) {
    if (!isNew.has(id)) continue
    if (posted.length % AT_A_TIME === AT_A_TIME - 1) await nextTurn()
    const expiry = lot.expiresAt && formatDay(calendarDay(lot.expiresAt, businessTimeZone))
    const { email, content } = creditEmail(branding, kind, lot, recipient, expiry)
    const title = `${formatEuro(lot.available)}${named(lot.reason)}`
    const together = { group: `credit:${lot.accountId}:${kind}`, title, subject: subjects[kind], content }
    posted.push({ id, email, together })
  }
  await outbox.customerEmails(tx, posted)
  return posted.length
}

export async function tellIssued(tx: Tx, services: CreditEmailing, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length > 0) await write(tx, services, 'issued', await readLots(tx, lotIds))
}

export async function withdrawIssued(tx: Tx, { outbox }: Pick<Services, 'outbox'>, lotIds: readonly string[]): Promise<void> {
  const emails = await tx.creditEmail.findMany({ where: { lotId: { in: [...lotIds] }, kind: 'issued' }, select: { id: true } })
  if (emails.length === 0) return
  const withdrawn = await outbox.withdraw(
    tx,
    emails.map(({ id }) => id),
  )
  await tx.creditEmail.deleteMany({ where: { id: { in: withdrawn } } })
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Days before the expiry, the later reminder first; a lot that is due for both gets that one alone. */
const remindersOf = ({ creditReminderDays: first, lastCreditReminderDays: last }: ReminderDays) =>
  [
    // The stored names keep the original numbers of days.
    { kind: 'in_14_days', from: 0, days: last },
    { kind: 'in_60_days', from: last, days: first },
  ] as const
const PORTION = 500

/** An invalid address, which plain SQL may have left, must not take a valid one's place in a round. */
const ADDRESS = EMAIL_ADDRESS.source

const findDue = ({ db, now }: Pick<Services, 'db' | 'now'>, { kind, from, days }: ReturnType<typeof remindersOf>[number]) => {
  const after = (count: number) => new Date(now().getTime() + count * DAY_MS)
  return db.prisma.$queryRaw<{ id: string; accountId: string }[]>`
    SELECT l.id::text AS id, l.account_id::text AS "accountId" FROM credit_lots AS l
    JOIN credit_accounts AS a ON a.id = l.account_id JOIN users AS u ON u.id = a.user_id LEFT JOIN profiles AS p ON p.user_id = u.id
    WHERE l.expires_at > ${after(from)}::timestamptz AND l.expires_at <= ${after(days)}::timestamptz AND l.available > 0
      AND u.email_verified_at IS NOT NULL AND trim(u.email) ~ ${ADDRESS} AND coalesce(p.wants_reminders, TRUE)
      AND NOT EXISTS (SELECT FROM credit_emails AS m WHERE m.lot_id = l.id AND m.kind = ${kind}::credit_email_kind)
    ORDER BY l.expires_at, l.id LIMIT ${PORTION}`
}

/** Reminds customers of unspent store credit before it expires, each lot in its own transaction. @returns the number of emails */
export async function remindOfExpiry(services: CreditEmailing & ReminderDays & Pick<Services, 'db' | 'log' | 'now'>): Promise<number> {
  let reminded = 0
  for (const reminder of remindersOf(services)) {
    reminded += await eachApart(services.log, await findDue(services, reminder), ({ id, accountId }) =>
      services.db.prisma.$transaction(async (tx) => {
        // The lock keeps the rest unchanged until the email is written.
        await lockAccount(tx, accountId)
        return write(tx, services, reminder.kind, await readLots(tx, [id]))
      }),
    )
  }
  return reminded
}
