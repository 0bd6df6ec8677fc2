import { auditCase } from '~/server/cases/update-case'
import { isFinalStatus } from '~/contracts/statuses'
import { records } from '~/contracts/records'
import { Prisma, type CaseQuote } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { caseText } from '~/server/cases/base/case-words'
import { companyValues } from '~/server/cases/case-email-templates'
import { quoteEnded, quoteReminder } from '~/server/cases/quote-email-templates'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import type { CaseNoun } from '~/contracts/case-ref'
import { toAmount } from '~/server/platform/database/column-values'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import type { Tx } from './quote-kind'
import { quoteKinds } from './quote-kinds'
import { quotedCase } from '../base/read-quotes'

type Deps = Pick<Services, 'db' | 'log' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>

const PORTION = 500
const SHOP = { userId: null, email: null }
const due = { take: PORTION, select: { id: true, caseId: true, case: { select: { kind: true } } } } as const
interface Due {
  id: string
  caseId: string
  case: { kind: CaseNoun }
}

/** Uses the case's lock, as answers do. */
const changeDue = (
  { db }: Pick<Services, 'db'>,
  { id, caseId, case: { kind } }: Due,
  where: Prisma.CaseQuoteWhereInput,
  data: Prisma.CaseQuoteUncheckedUpdateManyInput,
  then: (tx: Tx, quote: CaseQuote) => Promise<boolean>,
): Promise<boolean> =>
  db.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM ${Prisma.raw(records[kind].table)} WHERE id = ${caseId}::uuid FOR UPDATE`
    const { count } = await tx.caseQuote.updateMany({ where: { id, ...where }, data })
    return count > 0 && then(tx, await tx.caseQuote.findUniqueOrThrow({ where: { id } }))
  })

export async function quoteValues(tx: Tx, noun: CaseNoun, { caseId, number, total }: CaseQuote) {
  const { word, amount, afterwards } = quoteKinds[noun]
  const { number: caseNumber, status, device } = await quotedCase(tx, { noun, id: caseId })
  if (isFinalStatus(status)) return null
  return {
    ...companyValues(await readSettings(tx)),
    number: caseNumber,
    device,
    case: `${records[noun].one} ${caseNumber}`,
    quote: `${word} ${number}`,
    total: amount(toAmount(total)),
    afterwards,
  }
}

/** Ends overdue quotes and emails their customers. @returns their number */
export async function expireQuotes(services: Deps): Promise<number> {
  const isOver = { state: 'sent', expiresAt: { lte: services.now() } } as const
  const over = await services.db.prisma.caseQuote.findMany({ where: isOver, orderBy: { expiresAt: 'asc' }, ...due })
  return eachApart(services.log, over, (one) =>
    changeDue(services, one, isOver, { state: 'expired' }, async (tx, quote) => {
      const [noun, id] = [one.case.kind, one.caseId]
      const { word, settle } = quoteKinds[noun]
      await settle(tx, quote, null)
      await auditCase(noun)(tx, SHOP, id, `${word}_expired`, { after: { [word]: quote.number } })
      const values = await quoteValues(tx, noun, quote)
      const recipient = values && (await caseRecipient(tx, services, { noun, id }))
      if (recipient) {
        const text = caseText(services.outbox, quoteEnded, values)
        await queueCaseEmail(tx, services, { of: { noun, id }, ...recipient, kind: 'expired', ...text, authorId: null })
      }
      return true
    }),
  )
}

/** With the last due day of each; a quote keeps the days that it was sent with. */
async function findReminders({ db: { prisma } }: Pick<Services, 'db'>, now: Date): Promise<(Due & { days: number })[]> {
  const reminders = await prisma.$queryRaw<{ id: string; days: number }[]>`
    SELECT q.id::text, due.days
    FROM case_quotes AS q
    CROSS JOIN LATERAL (
      SELECT max(given.days) AS days FROM unnest(q.remind_after) AS given (days) WHERE q.sent_at <= ${now}::timestamptz - given.days * interval '1 day'
    ) AS due
    WHERE q.state = 'sent' AND q.reminded_days < due.days AND (q.expires_at IS NULL OR q.expires_at > ${now}::timestamptz)
    ORDER BY q.sent_at, q.id LIMIT ${PORTION}::int`
  // Prisma and the database name the kinds differently.
  const { select } = due
  const quotes = await prisma.caseQuote.findMany({ where: { id: { in: reminders.map(({ id }) => id) } }, select })
  const byId = new Map(quotes.map((quote) => [quote.id, quote]))
  return reminders.flatMap(({ id, days }) => {
    const quote = byId.get(id)
    return quote ? [{ ...quote, days }] : []
  })
}

/** Reminds customers once for each day that is due; of several, only the last is emailed. @returns the number of emails */
export async function remindOfAnswers(services: Deps): Promise<number> {
  const waiting = await findReminders(services, services.now())
  return eachApart(services.log, waiting, ({ days, ...one }) => {
    const isDue = { state: 'sent' as const, remindedDays: { lt: days } }
    return changeDue(services, one, isDue, { remindedDays: days }, async (tx, quote) => {
      const noun = one.case.kind
      const of = { noun, id: one.caseId }
      const values = await quoteValues(tx, noun, quote)
      if (!values) return false
      const recipient = await caseRecipient(tx, services, of, 'wantsReminders')
      const until = quote.expiresAt ? `until ${formatDay(calendarDay(quote.expiresAt, services.businessTimeZone))}` : 'for now'
      if (recipient) {
        const text = caseText(services.outbox, quoteReminder, { ...values, until })
        await queueCaseEmail(tx, services, { of, ...recipient, kind: 'reminder', ...text, authorId: null })
      }
      return true
    })
  })
}
