import { TRPCError } from '@trpc/server'
import { documentPurposes, type BilledNoun, type DocumentPurpose, type Missing, type Party } from '~/contracts/credit/invoices'
import { lineTotal, SIMPLE_INVOICE_STERLING, sumOfTaxed, taxIn, toCents, vatInSterling, type VatCode } from '~/contracts/credit/vat'
import { records } from '~/contracts/records'
import type { BillingDocument, Buyer, Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import type { Actor } from '~/server/platform/audit/record'
import { recordAudit } from '~/server/platform/audit/record'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { cents } from '~/server/credit/entries'
import { lockMoney, moveMoney } from '~/server/credit/money'
import { linesToBill, ratesOn, taxLines, type DraftLine, type TaxedLine } from './lines'
import { nextNumber, series } from './number'
import { buyerParty, customerOf, openBuyer, readSeller, sellerParty } from './parties'
import { settleBill } from './settle-bill'

type Tx = Prisma.TransactionClient

/** A call that bills, with the services that it needs. */
export type Billing = Pick<Services, 'now' | 'businessTimeZone' | 'outbox' | 'siteUrl'> & { actor: Actor }

/** Days for which a rate of exchange may be used. */
const RATE_DAYS = 31
const DAY_MS = 24 * 60 * 60 * 1000

export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** A new document that waits to be issued, once for each key. @param lines null: they are read when it is issued */
export async function draftDocument(
  tx: Tx,
  draft: {
    purpose: DocumentPurpose
    noun: BilledNoun
    nounId: string
    suppliedOn: string
    key: string
    ofId?: string
    createdBy: string | null
    at: Date
    lines: readonly DraftLine[]
  },
): Promise<BillingDocument> {
  const { lines, at, suppliedOn, ...data } = draft
  const known = await tx.billingDocument.findUnique({ where: { key: draft.key } })
  if (known) return known
  const document = await tx.billingDocument.create({ data: { ...data, suppliedOn: new Date(suppliedOn), createdAt: at } })
  await writeLines(tx, document.id, lines.map(untaxed))
  return document
}

const untaxed = (line: DraftLine): TaxedLine => ({ ...line, vatPercent: 0, ...taxIn(lineTotal(line.quantity, line.price), 0) })

export async function writeLines(tx: Tx, documentId: string, lines: readonly TaxedLine[]): Promise<void> {
  await tx.billingLine.deleteMany({ where: { documentId } })
  await tx.billingLine.createMany({
    data: lines.map(({ description, quantity, price, vatCode, vatPercent, net, vat, total, ofLineId = null }, position) => ({
      documentId,
      position,
      description,
      quantity,
      price: cents(price),
      vatCode,
      vatPercent,
      net: cents(net),
      vat: cents(vat),
      total: cents(total),
      ofLineId,
    })),
  })
}

const vatCodeOf = (code: string): VatCode => (code === 'zero' || code === 'outside' ? code : 'standard')

/** The lines of a waiting document: of a repair or an order as they are now. */
async function currentLines(tx: Tx, { id, purpose, noun, nounId }: BillingDocument): Promise<DraftLine[]> {
  const stored = await tx.billingLine.findMany({ where: { documentId: id }, orderBy: { position: 'asc' } })
  const chosen = vatCodeOf(stored[0]?.vatCode ?? 'standard')
  if ((purpose === 'repair' || purpose === 'order') && nounId !== null)
    return linesToBill(tx, noun === 'orders' ? 'orders' : 'repairs', nounId, chosen)
  return stored.map(({ description, quantity, price, vatCode }) => ({
    description,
    quantity: toAmount(quantity),
    price: toAmount(price),
    vatCode: vatCodeOf(vatCode),
  }))
}

async function sterlingOn(tx: Tx, day: string) {
  const [found] = await tx.$queryRaw<{ sterling: number; day: Date; source: string }[]>`
    SELECT sterling::float8 AS sterling, day, source FROM exchange_rates
    WHERE day <= ${day}::date AND day > ${day}::date - ${RATE_DAYS}::int ORDER BY day DESC LIMIT 1`
  return found ?? null
}

async function returnAddressOf(tx: Tx, noun: string | null, nounId: string | null): Promise<string | null> {
  if (noun !== 'repairs' || nounId === null) return null
  return (await tx.repair.findUnique({ where: { id: nounId }, select: { returnAddress: true } }))?.returnAddress ?? null
}

interface Ready {
  lines: TaxedLine[]
  buyer: Buyer
  seller: Party
  party: Party
  rate: { sterling: number; day: Date; source: string } | null
  termsDays: number
}

/** Prepares a document, or names what it lacks. */
async function prepare(
  tx: Tx,
  document: BillingDocument,
  day: string,
): Promise<{ missing: Missing[]; ready: Ready | null; lines: readonly TaxedLine[] }> {
  const { noun, nounId } = document
  const missing: Missing[] = []
  const userId = noun === null || nounId === null ? null : await customerOf(tx, noun === 'orders' ? 'orders' : 'repairs', nounId)
  const buyer = userId === null ? null : await openBuyer(tx, userId)
  if (buyer === null) missing.push('customer')
  const seller = await readSeller(tx)
  const drafts = await currentLines(tx, document)
  // A seller who is not registered for VAT must not show any.
  const lines = taxLines(
    seller.vatNumber === null ? drafts.map((line) => ({ ...line, vatCode: 'outside' as const })) : drafts,
    await ratesOn(tx, document.suppliedOn?.toISOString().slice(0, 10) ?? day),
  )
  if (lines === null) return { missing: [...missing, 'vat_rate'], ready: null, lines: drafts.map(untaxed) }
  const { vat, total } = sumOfTaxed(lines)
  if (total <= 0) missing.push('amount')
  const rate = vat > 0 ? await sterlingOn(tx, day) : null
  if (vat > 0 && rate === null) missing.push('exchange_rate')
  const party = buyer && buyerParty(buyer, await returnAddressOf(tx, noun, nounId))
  const isSimple = rate === null || toCents(total * rate.sterling) <= SIMPLE_INVOICE_STERLING
  if (party && party.address === null && seller.vatNumber !== null && !isSimple) missing.push('address')
  // A document that waits keeps the rates that were chosen: the seller may be registered by the time that it is issued.
  const chosen = lines.map((line, place) => ({ ...line, vatCode: drafts[place]?.vatCode ?? line.vatCode }))
  if (missing.length > 0 || !buyer || !party) return { missing, ready: null, lines: chosen }
  return {
    missing,
    lines,
    ready: { lines, buyer, party, rate, seller: await sellerParty(tx, seller), termsDays: buyer.termsDays ?? seller.termsDays },
  }
}

/**
 * Issues a document that waits: numbers and freezes it, writes it to the ledger, and puts what has been paid against it. Where something is
 * missing it goes on waiting and says for what. The caller has locked the repair or order.
 */
export async function issueDocument(tx: Tx, call: Billing, id: string): Promise<BillingDocument> {
  await tx.$queryRaw`SELECT id FROM billing_documents WHERE id = ${id}::uuid FOR UPDATE`
  const document = await tx.billingDocument.findUniqueOrThrow({ where: { id } })
  if (document.state !== 'waiting') return document
  const at = call.now()
  const day = calendarDay(at, call.businessTimeZone)
  const { missing, ready, lines } = await prepare(tx, document, day)
  await writeLines(tx, id, lines)
  const sums = sumOfTaxed(lines)
  const amounts = { net: cents(sums.net), vat: cents(sums.vat), total: cents(Math.max(0, sums.total)) }
  if (ready === null) return tx.billingDocument.update({ where: { id }, data: { waitsFor: missing, ...(sums.total > 0 && amounts) } })
  const account = await lockMoney(tx, ready.buyer.id)
  const number = await nextNumber(tx, series.invoice, Number(day.slice(0, 4)))
  const issued = await tx.billingDocument.update({
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
      issuedOn: new Date(day),
      suppliedOn: document.suppliedOn ?? new Date(day),
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
  const { noun, nounId } = document
  if ((noun === 'repairs' || noun === 'orders') && nounId !== null) await settleBill(tx, { actor: call.actor, at, noun, nounId })
  await recordAudit(tx, call.actor, {
    action: 'invoice.issued',
    subjectType: 'invoice',
    subjectId: id,
    after: { number: number.number, total: sums.total },
  })
  return issued
}

const purposeOf = { repairs: 'repair', orders: 'order' } as const satisfies Record<BilledNoun, (typeof documentPurposes)[number]>

/**
 * Bills a repair or an order that the caller has locked: issues what is not billed of it yet, or answers the latest invoice where that is
 * nothing.
 * @param vatCode for all that is billed, also of a document that waits; the one chosen before, else the standard rate, without one
 * @throws CONFLICT where there is nothing to bill
 */
export async function billWork(tx: Tx, call: Billing, noun: BilledNoun, nounId: string, vatCode?: VatCode): Promise<BillingDocument> {
  const of = { noun, nounId, kind: 'invoice', purpose: purposeOf[noun] } as const
  const waiting = await tx.billingDocument.findFirst({ where: { ...of, state: 'waiting' } })
  if (waiting) {
    if (vatCode) await tx.billingLine.updateMany({ where: { documentId: waiting.id, price: { gt: 0 } }, data: { vatCode } })
    return issueDocument(tx, call, waiting.id)
  }
  const lines = await linesToBill(tx, noun, nounId, vatCode ?? 'standard')
  const latest = await tx.billingDocument.findFirst({ where: { ...of, state: 'issued' }, orderBy: [{ issuedAt: 'desc' }, { id: 'desc' }] })
  if (lines.length === 0) {
    if (latest) return latest
    throw new TRPCError({ code: 'CONFLICT', message: `There is nothing to bill for this ${records[noun].one}.` })
  }
  const at = call.now()
  const rounds = await tx.billingDocument.count({ where: of })
  const draft = await draftDocument(tx, {
    purpose: purposeOf[noun],
    noun,
    nounId,
    suppliedOn: calendarDay(at, call.businessTimeZone),
    key: `${noun}:${nounId}:${rounds + 1}`,
    createdBy: call.actor.userId,
    at,
    lines,
  })
  return issueDocument(tx, call, draft.id)
}
