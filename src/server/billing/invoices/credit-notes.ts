import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Invoice, Missing } from '~/contracts/billing/invoices'
import { sumOfTaxed } from '~/contracts/billing/vat'
import type { ApprovalRequest, Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { askAgain, askForApproval, tellOfWaiting, type AskingCall } from '~/server/billing/approvals/ask-approval'
import { cents } from '~/server/credit/credit-entries'
import { lockMoney, type MoneyMove } from '~/server/billing/invoices/invoice-ledger'
import { lockLimit, mustBeProven, NOTE_KEY, REQUEST_KEY, type GivingCall } from '~/server/credit/credit-limit'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { lockCreditOf, takeOff } from './credit-effects'
import { linesToCredit, type WantedLine } from './credited-lines'
import { todayOf, type Billing } from './issue-invoice'
import { issueNote } from './issue-note'
import { writeLines } from './bill-lines'
import { lockDocument, readRow, type Billed, type DocumentRow } from './lock-document'
import { readInvoiceWithin } from './read-invoice'

type Tx = Prisma.TransactionClient

const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

interface Crediting {
  billed: Billed | null
  /** All that is left by default. */
  lines?: readonly WantedLine[] | undefined
  reason: string
  /** The deciding administrator; null for a rule, as when a deposit ends with its estimate. */
  giver: (GivingCall & AskingCall) | null
  /** False if the caller emails it. */
  tells?: boolean
}

/** @returns the buyer and the EUR left to credit @throws CONFLICT unless the invoice is creditable */
function creditable({ kind, state, buyerId, total, credited }: DocumentRow): { buyerId: string; left: number } {
  if (kind !== 'invoice') throw conflict('This is a credit note. It is not credited itself.')
  if (state !== 'issued' || buyerId === null) throw conflict('This invoice is not issued. Withdraw it instead.')
  const left = sumOfAmounts([toAmount(total), -toAmount(credited)])
  if (left <= 0) throw conflict('This invoice has been credited already.')
  return { buyerId, left }
}

/** EUR that count as given: cancelled debt and returned store credit, but not money that goes on account. */
const givenBy = (moves: readonly MoneyMove[], total: number): number =>
  sumOfAmounts([total, ...moves.map(({ kind, amount }) => (kind === 'release' ? -amount : 0))])

/**
 * Credits an invoice whose work and money are locked: the debt first, then money onto the account, then store credit. Above the giver's
 * limit the note waits without a number for a second administrator.
 * @throws CONFLICT unless it is an issued invoice with an amount left to credit; BAD_REQUEST for `lines` above the amount left on them;
 * FORBIDDEN above the limit without a recent proof
 */
export async function writeCreditNote(
  tx: Tx,
  call: Billing,
  invoice: DocumentRow,
  { billed, lines: wanted, reason, giver: giving, tells = true }: Crediting,
): Promise<Invoice> {
  const { id, number, purpose, noun, nounId } = invoice
  const { buyerId, left } = creditable(invoice)
  const { userId } = await tx.buyer.findUniqueOrThrow({ where: { id: buyerId }, select: { userId: true } })
  const limit = giving && (await lockLimit(tx, giving, [userId]))
  const lines = await linesToCredit(tx, id, left, wanted)
  const sums = sumOfTaxed(lines)
  const credits = await lockCreditOf(tx, billed, buyerId)
  const account = await lockMoney(tx, buyerId, billed ? { noun: billed.noun, nounIds: [billed.nounId] } : undefined)
  const moves = await takeOff(tx, id, sums.total)
  const because = limit?.whyAbove(userId, givenBy(moves, sums.total)) ?? null
  if (giving && because) mustBeProven(giving, because)
  const begun = {
    kind: 'credit_note',
    purpose,
    noun,
    nounId,
    ofId: id,
    reason,
    createdBy: call.actor.userId,
    createdAt: call.now(),
  } as const
  const amounts = { net: cents(sums.net), vat: cents(sums.vat), total: cents(sums.total) }
  const waits = because ? { ...amounts, buyerId, waitsFor: ['approval' satisfies Missing] } : {}
  const { id: noteId } = await tx.billingDocument.create({ data: { ...begun, ...waits }, select: { id: true } })
  await writeLines(tx, noteId, lines)
  if (!giving || !because)
    return issueNote(tx, call, {
      invoice,
      noteId,
      userId,
      billed,
      lines,
      moves,
      credits,
      account,
      reason,
      key: `${giving ? NOTE_KEY : RULE_KEY}${noteId}`,
      tells,
    })
  const details = { invoiceId: id, lines: wanted ? wanted.map(({ lineId, amount }) => ({ lineId, amount: amount ?? null })) : null }
  await askForApproval(tx, giving, { kind: 'credit_note', subjectId: noteId, userId, amount: sums.total, reason, details, because })
  const what = `A credit note of ${formatEuro(sums.total)} for invoice ${number ?? ''} (${reason.slice(0, 200)})`
  await tellOfWaiting(tx, giving, { router: 'invoices', what, because })
  return readInvoiceWithin(tx, noteId, { today: todayOf(call) })
}

/** Key prefix of credit notes by a rule, which count for no administrator. */
const RULE_KEY = 'rule:'

const askedLines = z.object({
  invoiceId: z.string(),
  lines: z.array(z.object({ lineId: z.string(), amount: z.number().nullable() })).nullable(),
})

/** Issues a waiting note for exactly the requested amount. @throws CONFLICT if another note has changed the amount left meanwhile */
export async function issueWaitingNote(
  tx: Tx,
  call: Billing,
  { subjectId, details, amount, reason }: Pick<ApprovalRequest, 'subjectId' | 'details' | 'amount' | 'reason'>,
): Promise<void> {
  const noteId = subjectId ?? ''
  const { invoiceId, lines: asked } = askedLines.parse(details)
  const { document: invoice, billed } = await lockDocument(tx, invoiceId)
  const note = await readRow(tx, noteId)
  if (note.state !== 'waiting') throw askAgain('This credit note does not wait any more.')
  const { buyerId, left } = creditable(invoice)
  const { userId } = await tx.buyer.findUniqueOrThrow({ where: { id: buyerId }, select: { userId: true } })
  const wanted = asked?.map(({ lineId, amount: part }) => ({ lineId, ...(part !== null && { amount: part }) }))
  const lines = await linesToCredit(tx, invoiceId, left, wanted).catch((error: unknown) => {
    throw error instanceof TRPCError ? askAgain(`${error.message}.`) : error
  })
  const { total } = sumOfTaxed(lines)
  if (total !== toAmountOrNull(amount)) throw askAgain('The invoice has been credited otherwise since this was asked for.')
  const credits = await lockCreditOf(tx, billed, buyerId)
  const account = await lockMoney(tx, buyerId, billed ? { noun: billed.noun, nounIds: [billed.nounId] } : undefined)
  await tx.billingLine.deleteMany({ where: { documentId: noteId } })
  await writeLines(tx, noteId, lines)
  const moves = await takeOff(tx, invoiceId, total)
  await issueNote(tx, call, {
    invoice,
    noteId,
    userId,
    billed,
    lines,
    moves,
    credits,
    account,
    reason,
    key: `${REQUEST_KEY}${NOTE_KEY}${noteId}`,
    tells: true,
  })
}

/** The note never gets a number. */
export const withdrawNote = (tx: Tx, noteId: string) =>
  tx.billingDocument.updateMany({ where: { id: noteId, state: 'waiting' }, data: { state: 'withdrawn', waitsFor: [] } })
