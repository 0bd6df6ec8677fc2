import { randomUUID } from 'node:crypto'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { depositOf } from '~/contracts/billing/when-to-pay'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { formatEuro } from '~/lib/money'
import type { CaseQuote, Prisma } from '~/generated/prisma/client'
import { rowsOfPresent } from '~/server/cases/base/customer-case'
import { toAmount } from '~/server/platform/database/column-values'
import { writeCreditNote } from './credit-notes'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { lockDocument } from './lock-document'
import { issueNew, type Billing } from './issue-invoice'
import { readSeller } from './invoice-parties'

/** The customer pays a percentage of an accepted estimate before the work, as the seller has set it for the service. */

type Tx = Prisma.TransactionClient
type Quote = Pick<CaseQuote, 'id' | 'caseId' | 'number' | 'total'>

const keyOf = ({ id }: Pick<Quote, 'id'>) => `deposit:${id}`

/** 0 without a service. */
export async function depositPercentOf(tx: Pick<Tx, 'sellerDetails'>, stored: string | null): Promise<number> {
  const service = repairServiceIds.find((id) => id === stored)
  return service === undefined ? 0 : ((await readSeller(tx)).deposits[service] ?? 0)
}

/** Needs the repair's lock. Bills nothing if the service has no deposit. */
export async function billDeposit(tx: Tx, call: Billing, quote: Quote): Promise<void> {
  if ((await tx.caseQuote.count({ where: { id: quote.id, state: 'accepted' } })) === 0) return
  const { service: stored } = await tx.repair.findUniqueOrThrow({ where: { id: quote.caseId }, select: { service: true } })
  const service = repairServiceIds.find((id) => id === stored)
  const percent = await depositPercentOf(tx, stored)
  const amount = depositOf(toAmount(quote.total), percent)
  if (service === undefined || amount <= 0) return
  await issueNew(tx, call, {
    purpose: 'deposit',
    noun: 'repairs',
    nounId: quote.caseId,
    // An estimate that is accepted again gets a new deposit.
    key: `${keyOf(quote)}:${randomUUID()}`,
    lines: [
      {
        description: `Deposit of ${percent}% on estimate ${quote.number} for ${formatEuro(toAmount(quote.total))}, ${repairServices[service].label}`,
        quantity: 1,
        price: amount,
        vatCode: 'standard',
      },
    ],
  })
}

/** Withdraws or credits unpaid deposits without an accepted estimate; paid ones get a proposed credit note. Needs the repair's lock. */
export async function fitDeposits(tx: Tx, call: Billing, repairId: string): Promise<void> {
  const deposits = await tx.billingDocument.findMany({
    where: { noun: 'repairs', nounId: repairId, purpose: 'deposit', kind: 'invoice', state: { not: 'withdrawn' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, key: true, state: true, total: true, owed: true, credited: true },
  })
  if (deposits.length === 0) return
  await lockBilling(tx, { works: [{ noun: 'repairs', nounId: repairId }], bills: true })
  const accepted = await tx.caseQuote.findMany({
    where: { caseId: repairId, state: 'accepted', ...(await rowsOfPresent(tx, { noun: 'repairs', id: repairId })) },
    select: { id: true },
  })
  for (const { id, key, state, total, owed, credited } of deposits) {
    if (accepted.some((quote) => key?.startsWith(keyOf(quote)))) continue
    if (state === 'waiting') await tx.billingDocument.update({ where: { id }, data: { state: 'withdrawn', waitsFor: [] } })
    const left = sumOfAmounts([toAmount(total), -toAmount(credited)])
    if (state !== 'issued' || left <= 0 || toAmount(owed) < left) continue
    const { document, billed } = await lockDocument(tx, id)
    await writeCreditNote(tx, call, document, { billed, reason: 'The estimate is not accepted any more', giver: null })
  }
}
