import type { CaseRef } from '~/contracts/case-ref'
import type { Quote } from '~/contracts/cases/cases'
import type { Estimate } from '~/contracts/cases/estimates'
import type { Offer } from '~/contracts/cases/offers'
import type { PublicEstimate, PublicOffer } from '~/contracts/cases/tracking'
import { records } from '~/contracts/records'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'
import { Prisma, type CaseQuote } from '~/generated/prisma/client'
import { deviceName } from '~/contracts/cases/device'
import { rowsOf, type CustomerCase } from '~/server/cases/base/customer-case'
import { notFound } from '~/server/platform/database/conflict'
import { safeJson } from '~/server/platform/database/column-values'

const SHOWN = 50

const email = { select: { email: true } } as const
export const people = { answerer: email, creator: email } as const

/** The newest first. @param theirs limits them to a customer's */
export const ofCase = (caseId: string, theirs?: Pick<CustomerCase, 'customerId' | 'endedAt'>) =>
  ({
    where: { caseId, ...(theirs && rowsOf(theirs)) },
    orderBy: { number: 'desc' },
    take: SHOWN,
  }) as const satisfies Prisma.CaseQuoteFindManyArgs

type Row = CaseQuote & Record<keyof typeof people, { email: string } | null>

export const toQuote = (row: Row): Quote => ({
  id: row.id,
  number: row.number,
  sentAt: row.sentAt,
  expiresAt: row.expiresAt,
  answeredAt: row.answeredAt,
  answerVia: row.answerVia,
  answerNote: row.answerNote,
  answeredBy: row.answerer?.email ?? null,
  createdBy: row.creator?.email ?? null,
  createdAt: row.createdAt,
  version: row.version,
})

/** Leaves out who has worked on it. */
const publicQuote = ({ number, sentAt, expiresAt, answeredAt, answerVia, answerNote }: Quote) => ({
  number,
  sentAt,
  expiresAt,
  answeredAt,
  answerVia,
  // Staff's note of a call stays internal.
  message: answerVia === 'online' ? answerNote : null,
  takeBackUntil: null,
})

const wasSent = ({ state }: Estimate | Offer) => state !== 'draft'

export const publicEstimates = (estimates: readonly Estimate[]): PublicEstimate[] =>
  estimates.filter(wasSent).map((estimate) => {
    const { state, lines, total } = estimate
    return { kind: 'estimate', ...publicQuote(estimate), state, lines, total }
  })

export const publicOffers = (offers: readonly Offer[]): PublicOffer[] =>
  offers.filter(wasSent).map((offer) => {
    const { state, grade, baseValue, deductions, checks, finalValue, overrideReason } = offer
    return {
      kind: 'offer',
      ...publicQuote(offer),
      state,
      total: finalValue,
      grade,
      baseValue,
      deductions: deductions.map(({ label, explanation, kind, amount }) => ({ label, explanation, kind, amount })),
      checks,
      overrideReason,
    }
  })

/** @throws NOT_FOUND */
export async function quotedCase(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, { noun, id }: CaseRef) {
  const { table, status } = records[noun]
  const [found] = await tx.$queryRaw<{ number: string; status: RepairStatus | TradeInStatus; deviceInfo: unknown }[]>`
    SELECT ${Prisma.raw(status.number)} AS number, status::text, device_info AS "deviceInfo" FROM ${Prisma.raw(table)} WHERE id = ${id}::uuid`
  if (!found) throw notFound(records[noun])
  return { number: found.number, status: found.status, device: deviceName(safeJson(found.deviceInfo)).slice(0, 200) }
}
