import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Invoice } from '~/contracts/billing/invoices'
import { sumOfTaxed, vatInSterling } from '~/contracts/billing/vat'
import type { Prisma } from '~/generated/prisma/client'
import { cents } from '~/server/credit/credit-entries'
import { moveMoney, type MoneyAccount, type MoneyMove } from '~/server/billing/invoices/invoice-ledger'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { giveBackCredit, type lockCreditOf } from './credit-effects'
import { addressInvoice, tellInvoice } from './invoice-emails'
import { todayOf, type Billing } from './issue-invoice'
import type { TaxedLine } from './bill-lines'
import type { Billed, DocumentRow } from './lock-document'
import { readInvoiceWithin } from './read-invoice'
import { nextNumber, series } from './invoice-number'
import { settleLockedBill } from './settle-bill'

type Tx = Prisma.TransactionClient

/** VAT in sterling at the invoice's rate, rounded so that all its credit notes add up to its VAT. */
async function sterlingOf(tx: Tx, { id, rateSterling, rateDay, rateSource }: DocumentRow, lines: readonly TaxedLine[]) {
  if (rateSterling === null) return {}
  const { _sum: before } = await tx.billingDocument.aggregate({
    where: { ofId: id, kind: 'credit_note', state: 'issued' },
    _sum: { vat: true, vatSterling: true },
  })
  const vat = sumOfAmounts([toAmountOrNull(before.vat) ?? 0, sumOfTaxed(lines).vat])
  const sterling = sumOfAmounts([vatInSterling(vat, rateSterling.toNumber()), -(toAmountOrNull(before.vatSterling) ?? 0)])
  return { vatSterling: cents(sterling), rateSterling, rateDay, rateSource }
}

interface Issuing {
  invoice: DocumentRow
  noteId: string
  userId: string
  billed: Billed | null
  lines: readonly TaxedLine[]
  moves: readonly MoneyMove[]
  credits: Awaited<ReturnType<typeof lockCreditOf>>
  account: MoneyAccount
  reason: string
  key: string
  /** False if the caller emails it. */
  tells: boolean
}

/** Numbers and freezes a credit note with written lines. Needs the locks of every row involved. */
export async function issueNote(
  tx: Tx,
  call: Billing,
  { invoice, noteId, userId, billed, lines, moves, credits, account, reason, key, tells }: Issuing,
): Promise<Invoice> {
  const { id, buyerId, accountId, noun, nounId, suppliedOn, taxPoint } = invoice
  const at = call.now()
  const day = todayOf(call)
  const sums = sumOfTaxed(lines)
  const sterling = await sterlingOf(tx, invoice, lines)
  const back = sumOfAmounts(moves.map((move) => (move.kind === 'unsettle' ? move.amount : 0)))
  if (billed && back > 0) await giveBackCredit(tx, { actor: call.actor, at, ...billed, key }, credits, back)
  const post = tells ? await addressInvoice(tx, call, { noun, nounId, userId }) : null
  const number = await nextNumber(tx, series.credit_note, Number(day.slice(0, 4)))
  await tx.billingDocument.update({
    where: { id: noteId },
    data: {
      ...number,
      ...sterling,
      series: series.credit_note,
      state: 'issued',
      waitsFor: [],
      net: cents(sums.net),
      vat: cents(sums.vat),
      total: cents(sums.total),
      buyerId,
      accountId,
      issuedAt: at,
      toldAt: at,
      issuedOn: new Date(day),
      suppliedOn,
      taxPoint,
      seller: invoice.seller ?? {},
      buyer: invoice.buyer ?? {},
    },
  })
  await moveMoney(tx, account, { actor: call.actor, at, reason: `Credit note ${number.number}`, key }, moves)
  if (billed) await settleLockedBill(tx, { actor: call.actor, at, ...billed })
  await recordAudit(tx, call.actor, {
    action: 'invoice.credited',
    subjectType: 'invoice',
    subjectId: id,
    after: { number: number.number, total: sums.total, reason },
  })
  const note = await readInvoiceWithin(tx, noteId, { today: day })
  await tellInvoice(tx, day, note, post)
  return note
}
