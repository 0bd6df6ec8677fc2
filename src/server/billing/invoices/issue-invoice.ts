import { TRPCError } from '@trpc/server'
import { purposeOf, type BilledNoun, type DocumentPurpose, type Invoice } from '~/contracts/billing/invoices'
import { sumOfTaxed, vatInSterling, type VatCode } from '~/contracts/billing/vat'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import type { Actor } from '~/server/platform/audit/record-audit'
import { recordAudit } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'
import { cents } from '~/server/credit/credit-entries'
import { lockMoney, moveMoney } from '~/server/billing/invoices/invoice-ledger'
import { addressInvoice, tellInvoice } from './invoice-emails'
import { linesToBill, writeLines, type DraftLine } from './bill-lines'
import { nextNumber, series } from './invoice-number'
import { billedOf, readRow, type DocumentRow } from './lock-document'
import { currentLines, prepare } from './prepare-invoice'
import { readInvoiceWithin } from './read-invoice'
import { settleLockedBill } from './settle-bill'

type Tx = Prisma.TransactionClient

export type Billing = Pick<Services, 'now' | 'businessTimeZone' | 'outbox' | 'secret' | 'siteUrl'> & {
  actor: Actor
  /** False if the email is sent in the background, because this change has announced other emails. */
  tells?: boolean
}

/** The shop's day, '2026-11-21'. */
export const todayOf = ({ now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'>): string =>
  calendarDay(now(), businessTimeZone)

const DAY_MS = 24 * 60 * 60 * 1000

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Numbers, freezes and settles a document, or keeps it waiting if something is missing. Needs the lock of the repair or order. */
export async function issueDocument(tx: Tx, call: Billing, id: string): Promise<Invoice> {
  await tx.$queryRaw`SELECT id FROM billing_documents WHERE id = ${id}::uuid FOR UPDATE`
  const document = await readRow(tx, id)
  if (document.state !== 'waiting') return readInvoiceWithin(tx, id, { today: todayOf(call) })
  const lines = await currentLines(tx, document)
  await tx.billingLine.deleteMany({ where: { documentId: id } })
  return issueLines(tx, call, document, lines)
}

interface NewDocument {
  purpose: DocumentPurpose
  noun: BilledNoun | null
  nounId: string | null
  /** Unique; finds the document again. */
  key?: string
  ofId?: string
  lines: readonly DraftLine[]
}

export async function issueNew(tx: Tx, call: Billing, { lines, ...data }: NewDocument): Promise<Invoice> {
  const at = call.now()
  const suppliedOn = new Date(todayOf(call))
  const document = await tx.billingDocument.create({ data: { ...data, suppliedOn, createdBy: call.actor.userId, createdAt: at } })
  return issueLines(tx, call, document, lines)
}

/** @param drafts lines of a document without written ones */
async function issueLines(tx: Tx, call: Billing, document: DocumentRow, drafts: readonly DraftLine[]): Promise<Invoice> {
  const { id } = document
  const at = call.now()
  const day = todayOf(call)
  const { missing, ready, lines, suppliedOn } = await prepare(tx, document, drafts, { day, timeZone: call.businessTimeZone })
  await writeLines(tx, id, lines)
  const sums = sumOfTaxed(lines)
  const amounts = { net: cents(sums.net), vat: cents(sums.vat), total: cents(Math.max(0, sums.total)) }
  if (ready === null) {
    await tx.billingDocument.update({
      where: { id },
      data: { waitsFor: missing, suppliedOn: new Date(suppliedOn), ...(sums.total > 0 && amounts) },
    })
    return readInvoiceWithin(tx, id, { today: day })
  }
  const { noun, nounId } = document
  const billed = billedOf(document)
  const { tells = true } = call
  const known = { customerId: ready.customerId, settings: ready.settings }
  const post = tells ? await addressInvoice(tx, call, { noun, nounId, userId: ready.buyer.userId }, known) : null
  // All accounts that settling may touch are locked before the number, whose holder must not wait.
  const account = await lockMoney(tx, ready.buyer.id, billed ? { noun: billed.noun, nounIds: [billed.nounId] } : undefined)
  const number = await nextNumber(tx, series.invoice, Number(day.slice(0, 4)))
  await tx.billingDocument.update({
    where: { id },
    data: {
      ...number,
      ...amounts,
      state: 'issued',
      waitsFor: [],
      series: series.invoice,
      buyerId: ready.buyer.id,
      accountId: account.id,
      issuedAt: at,
      ...(tells && { toldAt: at }),
      issuedOn: new Date(day),
      suppliedOn: new Date(suppliedOn),
      taxPoint: new Date(ready.taxPoint),
      dueOn: new Date(dayAfter(day, ready.termsDays)),
      seller: { ...ready.seller },
      buyer: { ...ready.party },
      ...(ready.rate && {
        vatSterling: cents(vatInSterling(sums.vat, ready.rate.sterling)),
        rateSterling: ready.rate.sterling,
        rateDay: ready.rate.day,
        rateSource: ready.rate.source,
      }),
    },
  })
  const movement = { actor: call.actor, at, reason: `Invoice ${number.number}`, key: `bill:${id}` }
  await moveMoney(tx, account, movement, [{ kind: 'bill', documentId: id, amount: sums.total }])
  if (billed) await settleLockedBill(tx, { actor: call.actor, at, ...billed })
  await recordAudit(tx, call.actor, {
    action: 'invoice.issued',
    subjectType: 'invoice',
    subjectId: id,
    after: { number: number.number, total: sums.total },
  })
  const invoice = await readInvoiceWithin(tx, id, { today: day })
  await tellInvoice(tx, day, invoice, post)
  return invoice
}

/**
 * Issues what is not billed yet of a locked repair or order, or returns its latest invoice.
 * @param vatCode of all that is billed; by default the earlier choice, else the standard rate
 * @throws CONFLICT if there is nothing to bill
 */
export async function billWork(tx: Tx, call: Billing, noun: BilledNoun, nounId: string, vatCode?: VatCode): Promise<Invoice> {
  const of = { noun, nounId, kind: 'invoice', purpose: purposeOf[noun] } as const
  const waiting = await tx.billingDocument.findFirst({
    where: { ...of, state: 'waiting' },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  if (waiting) {
    if (vatCode) await tx.billingLine.updateMany({ where: { documentId: waiting.id, price: { gt: 0 } }, data: { vatCode } })
    return issueDocument(tx, call, waiting.id)
  }
  const lines = await linesToBill(tx, noun, nounId, { vatCode: vatCode ?? 'standard' })
  if (lines.length > 0) return issueNew(tx, call, { purpose: of.purpose, noun, nounId, lines })
  const latest = await tx.billingDocument.findFirst({
    where: { ...of, state: 'issued' },
    orderBy: [{ issuedAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  if (latest) return readInvoiceWithin(tx, latest.id, { today: todayOf(call) })
  throw new TRPCError({ code: 'CONFLICT', message: `There is nothing to bill for this ${records[noun].one}.` })
}
