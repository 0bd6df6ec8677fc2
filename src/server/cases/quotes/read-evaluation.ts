import * as z from 'zod'
import { stateAt } from '~/contracts/cases/estimates'
import type { Evaluation, EvaluationValues } from '~/contracts/cases/evaluation'
import type { Offer } from '~/contracts/cases/offers'
import { checkItems, checkResults, type DeskCheck } from '~/contracts/cases/checklist'
import { deductionKinds, MOST_DEDUCTIONS, type Deduction } from '~/contracts/cases/deductions'
import { records } from '~/contracts/records'
import { conditionGrades, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { Prisma, TradeInOffer } from '~/generated/prisma/client'
import type { Viewer } from '~/server/identity/auth/read-session'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { leftBelow } from '~/server/identity/users/limit-sums'
import { addressOf, isSameNetwork, whyNotBy } from '~/server/identity/users/second-administrator'
import type { Actor } from '~/server/platform/audit/record-audit'
import { countOffers } from './offer-limit'
import { ofCase, people, toQuote } from '../base/read-quotes'
import { quotedMachine, quoteSelect } from '~/server/cases/kinds/quoted-machine'

const email = { select: { email: true } } as const

const select = {
  foundGrade: true,
  machineId: true,
  ...quoteSelect,
  estimatedValue: true,
  finalValue: true,
  userId: true,
  user: email,
  checks: { where: { item: { in: [...checkItems] } } },
  deductions: { orderBy: [{ position: 'asc' }, { id: 'asc' }], take: MOST_DEDUCTIONS + 1 },
} as const satisfies Prisma.TradeInSelect
const quoted = { ...people, requester: email, approver: email, offer: true } as const satisfies Prisma.CaseQuoteInclude

type Row = Prisma.TradeInGetPayload<{ select: typeof select }>
type OfferRow = Prisma.CaseQuoteGetPayload<{ include: typeof quoted }>
type Details = Pick<TradeInOffer, 'grade' | 'baseValue' | 'deductions' | 'checks' | 'overrideReason'>

const knownGrade = (grade: string | null): ConditionGrade | null => conditionGrades.find((known) => known === grade) ?? null

const frozenDeductions = z.array(
  z.object({
    reasonId: z.string().nullable(),
    label: z.string(),
    explanation: z.string(),
    kind: z.enum(deductionKinds),
    amount: z.number(),
  }),
)
const frozenChecks = z.array(z.object({ item: z.enum(checkItems), result: z.enum(checkResults), note: z.string() }))

export const frozenDetails = (row: Details | null) => ({
  grade: knownGrade(row?.grade ?? null),
  baseValue: row ? toAmount(row.baseValue) : 0,
  deductions: frozenDeductions.parse(row?.deductions ?? []),
  checks: frozenChecks.parse(row?.checks ?? []),
  overrideReason: row?.overrideReason ?? null,
})

interface Known {
  emailOf: (userId: string | null) => string | null
  whyNot: (asked: { requestedBy: string | null }) => string | null
}

function toOffer(row: OfferRow, { now, viewer, actor }: ReadContext, { emailOf, whyNot }: Known): Offer {
  return {
    ...toQuote(row),
    state: stateAt(row, now()),
    ...frozenDetails(row.offer),
    finalValue: toAmount(row.total),
    internalNote: row.offer?.internalNote || null,
    requested:
      row.requestedAt === null
        ? null
        : {
            at: row.requestedAt,
            by: row.requester?.email ?? null,
            isMine: viewer !== null && row.requestedBy === viewer.userId,
            isFromOwnNetwork: isSameNetwork(row.requestedIp, addressOf(actor)),
            because: row.because,
            whyNot: whyNot(row),
          },
    refused:
      row.refusedAt === null || row.state !== 'draft'
        ? null
        : { at: row.refusedAt, by: emailOf(row.refusedBy), note: row.refusedNote ?? '' },
    approvedBy: row.approver?.email ?? null,
    approvedAt: row.approvedAt,
  }
}

const toDeduction = ({ reasonId, label, explanation, kind, amount }: Row['deductions'][number]): Deduction => ({
  ...{ reasonId, label, explanation, kind },
  amount: toAmount(amount),
})

function toChecks(rows: Row['checks']): DeskCheck[] {
  return checkItems.flatMap((item) => {
    const row = rows.find((check) => check.item === item)
    return row ? [{ item, result: row.result, note: row.note ?? '', internalNote: row.internalNote ?? '' }] : []
  })
}

/** An override of the value in the draft or else the latest offer. */
function toOverride(offers: readonly OfferRow[]): EvaluationValues['override'] {
  const latest = offers.find(({ state }) => state === 'draft') ?? offers[0]
  if (!latest?.offer?.overrideReason) return null
  const { overrideReason, internalNote } = latest.offer
  return { value: toAmount(latest.total), reason: overrideReason, internalNote: internalNote ?? '' }
}

export interface ReadContext extends Pick<Services, 'now' | 'offerLimit'> {
  /** Null for a customer. */
  viewer: Pick<Viewer, 'userId'> | null
  actor: Pick<Actor, 'ip'>
}

/** @param theirs limits the offers to a customer's @throws NOT_FOUND */
export async function readEvaluation(
  prisma: Pick<Prisma.TransactionClient, 'tradeIn' | 'caseQuote' | 'user' | '$queryRaw'>,
  id: string,
  reader: ReadContext,
  theirs?: CustomerCase,
): Promise<Evaluation> {
  const row = await prisma.tradeIn.findUnique({ where: { id }, select })
  if (!row) throw notFound(records.tradeIns)
  const offers = await prisma.caseQuote.findMany({ ...ofCase(id, theirs), include: quoted })
  const { viewer, now, offerLimit } = reader
  const counted = viewer && (await countOffers(prisma, viewer.userId, { id, userId: row.userId }, now()))
  const refusers = offers.flatMap(({ refusedBy, state }) => (state === 'draft' && refusedBy !== null ? [refusedBy] : []))
  const known =
    refusers.length === 0 ? [] : await prisma.user.findMany({ where: { id: { in: refusers } }, select: { id: true, email: true } })
  const waiting = viewer === null ? [] : offers.filter(({ state, requestedAt }) => state === 'draft' && requestedAt !== null)
  const whyNot = viewer === null ? () => null : await whyNotBy(prisma, viewer, waiting, now())
  const emailOf = (userId: string | null) => known.find((user) => user.id === userId)?.email ?? null
  return {
    machine: quotedMachine(row, reader.now()),
    values: {
      grade: knownGrade(row.foundGrade),
      checks: toChecks(row.checks),
      deductions: row.deductions.map(toDeduction),
      override: toOverride(offers),
    },
    quotedValue: toAmountOrNull(row.estimatedValue),
    finalValue: toAmountOrNull(row.finalValue),
    version: offers.find(({ state }) => state === 'draft')?.version ?? 0,
    offers: offers.map((offer) => toOffer(offer, reader, { emailOf, whyNot })),
    limit: counted ? leftBelow(offerLimit, counted) : offerLimit,
    recipient: row.user?.email ?? null,
  }
}

/** @throws NOT_FOUND */
export const evaluationFor = (call: ReadContext & Pick<Services, 'db'>, { id }: { id: string }): Promise<Evaluation> =>
  readEvaluation(call.db.prisma, id, call)
