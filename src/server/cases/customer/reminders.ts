import type { CaseNoun, CaseRef } from '~/contracts/cases/cases'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { deviceName } from '~/contracts/cases/device'
import { caseRecipient, queueCaseEmail } from '~/server/cases/emails'
import { safeJson, toAmount } from '~/server/platform/database/column-values'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { isFinalStatus } from '~/contracts/statuses'

/** What customers are written of estimates and offers that wait for their answer, and of those that have ended without one. */

type Tx = Prisma.TransactionClient
type Deps = Pick<Services, 'db' | 'log' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>

const DAY_MS = 24 * 60 * 60 * 1000
/** After so many days without an answer the customer is reminded. */
const REMINDED_AFTER = [3, 10] as const
/** So many in one round; the rest waits for the next. */
const PORTION = 500

/** A sent quote with what its emails say. */
interface Waiting {
  ref: CaseRef
  caseNumber: string
  device: string
  number: number
  total: number
  expiresAt: Date | null
}

/** What becomes of a case whose quote nobody answers; also said before that. */
const afterwards: Record<CaseNoun, string> = {
  repairs:
    'we do not begin the repair, and it costs you nothing. Your machine stays with us until we hear from you: ask us for a new estimate, or to send it back.',
  tradeIns: 'it can no longer be accepted. Your machine stays with us until we hear from you: ask us for a new offer, or to send it back.',
}

const quoteName = ({ ref, number }: Waiting) => `${ref.noun === 'repairs' ? 'estimate' : 'offer'} ${number}`
const caseName = ({ ref, caseNumber }: Waiting) => `${ref.noun === 'repairs' ? 'repair' : 'trade-in'} ${caseNumber}`
const amountOf = ({ ref, total }: Waiting) => `${formatEuro(total)}${ref.noun === 'repairs' ? '' : ' of store credit'}`

function reminder(waiting: Waiting, businessTimeZone: string) {
  const { ref, device, expiresAt } = waiting
  const until = expiresAt ? `until ${formatDay(calendarDay(expiresAt, businessTimeZone))}` : 'for now'
  return {
    kind: 'reminder',
    subject: `Waiting for your answer: ${quoteName(waiting)} for ${caseName(waiting)}`,
    body: [
      `We have sent you ${quoteName(waiting)} for your ${device} (${caseName(waiting)}): ${amountOf(waiting)}.`,
      `You can answer it by the link below ${until}. If we hear nothing by then, ${afterwards[ref.noun]}`,
    ].join('\n\n'),
  }
}

function ended(waiting: Waiting) {
  const { ref, device } = waiting
  return {
    kind: 'expired',
    subject: `Ended without an answer: ${quoteName(waiting)} for ${caseName(waiting)}`,
    body: [
      `${quoteName(waiting).replace(/^./, (letter) => letter.toUpperCase())} for your ${device} (${caseName(waiting)}, ${amountOf(waiting)}) has ended, and we have not heard from you.`,
      `From now on ${afterwards[ref.noun]}`,
    ].join('\n\n'),
  }
}

async function post(tx: Tx, services: Deps, ref: CaseRef, text: { kind: string; subject: string; body: string }): Promise<void> {
  const recipient = await caseRecipient(tx, ref, text.kind === 'reminder' ? 'wantsReminders' : undefined)
  if (recipient) await queueCaseEmail(tx, services, { of: ref, ...recipient, ...text, authorId: null })
}

const device = (info: unknown) => deviceName(safeJson(info)).slice(0, 200)

/** A quote with its case, where that is not over. */
async function findWaiting(tx: Tx, noun: CaseNoun, id: string): Promise<(Waiting & { state: string }) | null> {
  if (noun === 'repairs') {
    const row = await tx.repairEstimate.findUnique({ where: { id }, include: { repair: true } })
    if (!row || isFinalStatus(row.repair.status)) return null
    const { repair, total, ...quote } = row
    return {
      ...quote,
      total: toAmount(total),
      ref: { noun, id: repair.id },
      caseNumber: repair.repairNumber,
      device: device(repair.deviceInfo),
    }
  }
  const row = await tx.tradeInOffer.findUnique({ where: { id }, include: { tradeIn: true } })
  if (!row || isFinalStatus(row.tradeIn.status)) return null
  const { tradeIn, finalValue, ...quote } = row
  return {
    ...quote,
    total: toAmount(finalValue),
    ref: { noun, id: tradeIn.id },
    caseNumber: tradeIn.tradeInNumber,
    device: device(tradeIn.deviceInfo),
  }
}

/** Writes that a quote has ended, in the transaction that says so. */
export async function writeEnded(tx: Tx, services: Deps, noun: CaseNoun, quoteId: string): Promise<void> {
  const waiting = await findWaiting(tx, noun, quoteId)
  if (waiting) await post(tx, services, waiting.ref, ended(waiting))
}

/** Reminds of one quote; nothing where it was answered or another process has reminded of it meanwhile. */
const remind = (services: Deps, { noun, id: caseId }: CaseRef, id: string, days: number): Promise<boolean> =>
  services.db.prisma.$transaction(async (tx) => {
    // The case is the lock, as it is of an answer.
    await tx.$queryRaw`SELECT id FROM ${Prisma.raw(records[noun].table)} WHERE id = ${caseId}::uuid FOR UPDATE`
    const due = { id, state: 'sent', remindedDays: { lt: days } } as const
    const data = { remindedDays: days }
    const { count } =
      noun === 'repairs' ? await tx.repairEstimate.updateMany({ where: due, data }) : await tx.tradeInOffer.updateMany({ where: due, data })
    const waiting = count === 0 ? null : await findWaiting(tx, noun, id)
    if (waiting) await post(tx, services, waiting.ref, reminder(waiting, services.businessTimeZone))
    return waiting !== null
  })

/**
 * Reminds customers 3 and 10 days after an estimate or an offer was sent, each once and each in a transaction of its own. Where both
 * are due, only the later one is written.
 * @returns how many
 */
export async function remindOfAnswers(services: Deps): Promise<number> {
  const { prisma } = services.db
  const now = services.now()
  let reminded = 0
  for (const days of REMINDED_AFTER.toReversed()) {
    const where = {
      state: 'sent' as const,
      sentAt: { lte: new Date(now.getTime() - days * DAY_MS) },
      remindedDays: { lt: days },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    }
    const ofRepairs = await prisma.repairEstimate.findMany({ where, take: PORTION, select: { id: true, repairId: true } })
    reminded += await eachApart(services.log, ofRepairs, ({ id, repairId }) =>
      remind(services, { noun: 'repairs', id: repairId }, id, days),
    )
    const ofTradeIns = await prisma.tradeInOffer.findMany({ where, take: PORTION, select: { id: true, tradeInId: true } })
    reminded += await eachApart(services.log, ofTradeIns, ({ id, tradeInId }) =>
      remind(services, { noun: 'tradeIns', id: tradeInId }, id, days),
    )
  }
  return reminded
}
