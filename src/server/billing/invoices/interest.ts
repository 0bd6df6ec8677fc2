import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import {
  INTEREST_PERCENT,
  type BilledNoun,
  type chargeInterestInput,
  type Invoice,
  type invoiceInput,
  type LateInterest,
} from '~/contracts/billing/invoices'
import { toCents } from '~/contracts/billing/vat'
import type { BillingDocument, Prisma } from '~/generated/prisma/client'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { createOnce } from '~/server/call'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { lockDocument } from './lock-document'
import type { BillingCall } from './invoices'
import { issueNew, todayOf } from './issue-invoice'
import { readAsked } from './read-owed'
import { invoiceNotFound } from './read-invoice'

/** Late-payment interest of businesses: simple, by whole calendar months, on the amount owed (requirements §9). */

type Tx = Prisma.TransactionClient

/** Whole calendar months; '2026-01-31' to '2026-02-28' is one, since a month's last day ends it. */
export function monthsBetween(from: string, to: string): number {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 1, toDay = 1] = to.split('-').map(Number)
  const lastDay = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  const months = (toYear - year) * 12 + toMonth - month
  return Math.max(0, toDay >= Math.min(day, lastDay) ? months : months - 1)
}

const owing = { id: true, kind: true, purpose: true, state: true, owed: true, dueOn: true, buyerId: true } as const
type Owing = Pick<BillingDocument, keyof typeof owing>

async function chargedFor(tx: Tx, ofId: string): Promise<number> {
  const charged = await tx.billingDocument.findMany({
    where: { ofId, purpose: 'interest', kind: 'invoice', state: { not: 'withdrawn' } },
    select: { total: true, credited: true },
  })
  return sumOfAmounts(charged.flatMap(({ total, credited }) => [toAmount(total), -toAmount(credited)]))
}

async function interestFor(tx: Tx, document: Owing, today: string): Promise<LateInterest & { why: string | null }> {
  const { id, kind, purpose, state, buyerId } = document
  const none = (why: string, months = 0) => ({ months, amount: 0, why })
  if (kind !== 'invoice' || state !== 'issued' || purpose === 'interest') return none('Interest is charged for an issued invoice alone.')
  const buyer = buyerId === null ? null : await tx.buyer.findUnique({ where: { id: buyerId }, select: { isBusiness: true } })
  if (!buyer?.isBusiness) return none('Interest is charged to business customers alone.')
  const dueOn = document.dueOn?.toISOString().slice(0, 10)
  const owed = await readAsked(tx, id)
  const months = dueOn === undefined || owed <= 0 ? 0 : monthsBetween(dueOn, today)
  if (owed <= 0 && toAmount(document.owed) > 0) return none('The work has come to nothing: credit the invoice instead.')
  if (months === 0) return none('Nothing has been owed for a whole month beyond its due day.')
  const amount = sumOfAmounts([toCents((owed * INTEREST_PERCENT * months) / 100), -(await chargedFor(tx, id))])
  return amount > 0 ? { months, amount, why: null } : none('The interest up to today has been charged already.', months)
}

/** @throws NOT_FOUND */
export async function interestOf(
  call: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  { id }: z.output<typeof invoiceInput>,
): Promise<LateInterest> {
  const document = await call.db.prisma.billingDocument.findUnique({ where: { id }, select: owing })
  if (!document) throw invoiceNotFound()
  const { months, amount } = await interestFor(call.db.prisma, document, todayOf(call))
  return { months, amount }
}

/** Outside the scope of VAT. @throws NOT_FOUND; CONFLICT if none is due, and for a buyer who is no business */
export function chargeInterest(call: BillingCall, input: z.output<typeof chargeInterestInput>): Promise<Invoice> {
  return createOnce(call, input, async (tx, { id }) => {
    const { document, billed } = await lockDocument(tx, id)
    const today = todayOf(call)
    const { months, amount, why } = await interestFor(tx, document, today)
    if (why !== null) throw new TRPCError({ code: 'CONFLICT', message: why })
    const { number, dueOn } = document
    const owed = await readAsked(tx, id)
    const since = dueOn === null ? '' : ` since ${formatDay(dueOn.toISOString().slice(0, 10))}`
    return issueNew(tx, call, {
      purpose: 'interest',
      ...(billed ?? NOTHING),
      ofId: document.id,
      lines: [
        {
          description: `Interest on invoice ${number}: ${INTEREST_PERCENT}% a month of ${formatEuro(owed)}, ${months} ${months === 1 ? 'month' : 'months'}${since}`,
          quantity: 1,
          price: amount,
          vatCode: 'outside',
        },
      ],
    })
  })
}

/** For an invoice of no work, which plain SQL may have written. */
const NOTHING: { noun: BilledNoun | null; nounId: string | null } = { noun: null, nounId: null }
