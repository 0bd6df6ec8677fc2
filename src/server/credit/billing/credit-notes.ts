import { TRPCError } from '@trpc/server'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Invoice } from '~/contracts/credit/invoices'
import { sumOfTaxed, vatInSterling } from '~/contracts/credit/vat'
import type { Prisma } from '~/generated/prisma/client'
import { cents } from '~/server/credit/entries'
import { lockMoney, moveMoney } from '~/server/credit/billing/ledger'
import { recordAudit } from '~/server/platform/audit/record'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { giveBackCredit, lockCreditOf, takeOff } from './credit-effects'
import { linesToCredit, type WantedLine } from './credited-lines'
import { addressInvoice, tellInvoice } from './emails'
import { todayOf, type Billing } from './issue'
import { writeLines, type TaxedLine } from './lines'
import type { Billed, DocumentRow } from './lock-document'
import { readInvoiceWithin } from './read'
import { nextNumber, series } from './number'
import { settleLockedBill } from './settle-bill'

type Tx = Prisma.TransactionClient

const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** The VAT of a credit note in sterling, at the invoice's rate: so that all of an invoice's have no more and no less than it has. */
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

interface Crediting {
  billed: Billed | null
  /** All that is left without any. */
  lines?: readonly WantedLine[] | undefined
  reason: string
}

/**
 * Issues a credit note for an invoice that the caller has locked with what it is for: what is owed falls first, then money is put on
 * account, then store credit is given back.
 * @throws CONFLICT for what is no issued invoice, or is credited already; BAD_REQUEST for `lines` beyond what is left of them
 */
export async function writeCreditNote(
  tx: Tx,
  call: Billing,
  invoice: DocumentRow,
  { billed, lines: wanted, reason }: Crediting,
): Promise<Invoice> {
  const { id, buyerId, accountId, kind, state, purpose, noun, nounId, suppliedOn } = invoice
  if (kind !== 'invoice') throw conflict('This is a credit note. It is not credited itself.')
  if (state !== 'issued' || buyerId === null) throw conflict('This invoice is not issued. Withdraw it instead.')
  const left = sumOfAmounts([toAmount(invoice.total), -toAmount(invoice.credited)])
  if (left <= 0) throw conflict('This invoice has been credited already.')
  const at = call.now()
  const day = todayOf(call)
  const lines = await linesToCredit(tx, id, left, wanted)
  const sums = sumOfTaxed(lines)
  const sterling = await sterlingOf(tx, invoice, lines)
  const credits = await lockCreditOf(tx, billed, buyerId)
  const account = await lockMoney(tx, buyerId, billed ? { noun: billed.noun, nounIds: [billed.nounId] } : undefined)
  const { id: noteId } = await tx.billingDocument.create({
    data: { kind: 'credit_note', purpose, noun, nounId, ofId: id, reason, createdBy: call.actor.userId, createdAt: at },
    select: { id: true },
  })
  await writeLines(tx, noteId, lines)
  const moves = await takeOff(tx, id, sums.total)
  const back = sumOfAmounts(moves.map((move) => (move.kind === 'unsettle' ? move.amount : 0)))
  if (billed && back > 0) await giveBackCredit(tx, { actor: call.actor, at, ...billed, noteId }, credits, back)
  const { userId } = await tx.buyer.findUniqueOrThrow({ where: { id: buyerId }, select: { userId: true } })
  const post = await addressInvoice(tx, call, { noun, nounId, userId })
  const number = await nextNumber(tx, series.credit_note, Number(day.slice(0, 4)))
  await tx.billingDocument.update({
    where: { id: noteId },
    data: {
      ...number,
      ...sterling,
      series: series.credit_note,
      state: 'issued',
      net: cents(sums.net),
      vat: cents(sums.vat),
      total: cents(sums.total),
      buyerId,
      accountId,
      issuedAt: at,
      toldAt: at,
      issuedOn: new Date(day),
      suppliedOn,
      seller: invoice.seller ?? {},
      buyer: invoice.buyer ?? {},
    },
  })
  await moveMoney(tx, account, { actor: call.actor, at, reason: `Credit note ${number.number}`, key: `note:${noteId}` }, moves)
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
