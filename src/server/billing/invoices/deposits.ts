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

/** The part of an accepted estimate that a customer pays before the work begins: a percentage by the repair's service, as the seller has set it. */

type Tx = Prisma.TransactionClient
type Quote = Pick<CaseQuote, 'id' | 'caseId' | 'number' | 'total'>

const keyOf = ({ id }: Pick<Quote, 'id'>) => `deposit:${id}`

/** Percent of an estimate to pay before the work, by the repair's stored service; 0 without a service. */
export async function depositPercentOf(tx: Pick<Tx, 'sellerDetails'>, stored: string | null): Promise<number> {
  const service = repairServiceIds.find((id) => id === stored)
  return service === undefined ? 0 : ((await readSeller(tx)).deposits[service] ?? 0)
}

/** Bills the deposit of an estimate, once it is accepted; nothing where its service has none. The caller has locked the repair. */
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
    // Accepted again after it was taken back: another deposit.
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

/**
 * Takes back deposits of estimates that are not accepted (any more): one that waits is withdrawn, one that nobody has paid is credited. One
 * that is paid stays, and the bill proposes a credit note. The caller has locked the repair.
 */
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
