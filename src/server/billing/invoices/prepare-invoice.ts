import { billedNoun, purposeOf, type BilledNoun, type Missing, type Party } from '~/contracts/billing/invoices'
import { taxPointOf } from '~/contracts/billing/tax-point'
import { SIMPLE_INVOICE_STERLING, sumOfTaxed, toCents, type VatCode } from '~/contracts/billing/vat'
import { type Buyer, Prisma } from '~/generated/prisma/client'
import type { SiteSettings } from '~/contracts/site/settings'
import { readSettings } from '~/server/site/settings/read-settings'
import { toAmount } from '~/server/platform/database/column-values'
import { linesToBill, ratesOn, taxLines, untaxed, type DraftLine, type TaxedLine } from './bill-lines'
import { billedOf, type DocumentRow } from './lock-document'
import { buyerParty, openBuyer, readSeller, readWorkFor, sellerParty, type WorkFor } from './invoice-parties'

type Tx = Prisma.TransactionClient

export const AUTOMATIC = 'auto:'

/** Days for which a rate of exchange is valid. */
export const RATE_DAYS = 31

const inZone = (at: Prisma.Sql, timeZone: string) => Prisma.sql`to_char(${at} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`

/** Goods leave with their dispatch; an order of other things is supplied once it is completed. */
const suppliedAt: Record<BilledNoun, (id: string) => Prisma.Sql> = {
  repairs: (id) => Prisma.sql`(SELECT r.completed_at FROM repairs AS r WHERE r.id = ${id}::uuid)`,
  orders: (id) => Prisma.sql`(SELECT CASE o.status WHEN 'completed' THEN coalesce(
      (SELECT max(d.dispatched_at) FROM order_line_units AS d JOIN order_lines AS l ON l.id = d.line_id WHERE l.order_id = o.id),
      (SELECT max(a.at) FROM audit_log AS a WHERE a.subject_type = 'order' AND a.subject_id = o.id::text AND a.after ->> 'status' = 'completed')
    ) END FROM orders AS o WHERE o.id = ${id}::uuid)`,
}

/** The day on which the work was completed or the goods had left, at the latest `today`; null before that. */
async function supplyDayOf(tx: Tx, noun: BilledNoun, nounId: string, today: string, timeZone: string): Promise<string | null> {
  const [found] = await tx.$queryRaw<{ day: string | null }[]>`
    SELECT least(${inZone(suppliedAt[noun](nounId), timeZone)}, CASE WHEN ${suppliedAt[noun](nounId)} IS NOT NULL THEN ${today} END) AS day`
  return found?.day ?? null
}

/** The day by which money on account for this work alone had reached an amount (EUR); null while it has not. */
async function paidDayOf(tx: Tx, noun: BilledNoun, nounId: string, amount: number): Promise<string | null> {
  const [found] = await tx.$queryRaw<{ day: string | null }[]>`
    SELECT to_char(min(p.received_on), 'YYYY-MM-DD') AS day FROM (
      SELECT received_on, sum(on_account) OVER (ORDER BY received_on, id) AS paid FROM payments
      WHERE noun = ${noun} AND noun_id = ${nounId}::uuid AND on_account > 0
    ) AS p WHERE p.paid >= ${amount}::numeric`
  return found?.day ?? null
}

/** An unknown code has the standard rate. */
export const vatCodeOf = (code: string): VatCode => (code === 'zero' || code === 'outside' ? code : 'standard')

export async function currentLines(tx: Tx, { id, purpose, noun, nounId, key }: DocumentRow): Promise<DraftLine[]> {
  const stored = await tx.billingLine.findMany({ where: { documentId: id }, orderBy: { position: 'asc' } })
  const chosen = vatCodeOf(stored[0]?.vatCode ?? 'standard')
  if ((purpose === 'repair' || purpose === 'order') && nounId !== null)
    return linesToBill(tx, noun === 'orders' ? 'orders' : 'repairs', nounId, {
      vatCode: chosen,
      keepsCredits: key?.startsWith(AUTOMATIC) === true,
    })
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
    WHERE day <= ${day}::date AND day > ${day}::date - ${RATE_DAYS}::int ORDER BY day DESC LIMIT 1 FOR SHARE`
  return found ?? null
}

const NOBODY: WorkFor = { userId: null, returnAddress: null }

interface Ready {
  lines: TaxedLine[]
  buyer: Buyer
  seller: Party
  party: Party
  /** As '2026-11-21'. */
  taxPoint: string
  rate: { sterling: number; day: Date; source: string } | null
  termsDays: number
  customerId: string | null
  settings: SiteSettings
}

/** Interest is owed by its invoice's buyer, all else by the customer of the repair or order. */
async function buyerOf(tx: Tx, { purpose, ofId, noun, nounId }: DocumentRow, userId: string | null): Promise<Buyer | null> {
  if (purpose === 'interest' && ofId !== null)
    return (await tx.billingDocument.findUnique({ where: { id: ofId }, select: { buyerRow: true } }))?.buyerRow ?? null
  if (userId === null) return null
  return openBuyer(tx, userId, nounId === null ? undefined : { noun: noun === 'orders' ? 'orders' : 'repairs', nounId })
}

/** Bills of completed work know their day; that of one made by hand is looked up, and is the day of issue for what is not supplied yet. */
async function supplyDay(tx: Tx, { purpose, noun, nounId, key, suppliedOn }: DocumentRow, day: string, timeZone: string): Promise<string> {
  if (key?.startsWith(AUTOMATIC) && suppliedOn) return suppliedOn.toISOString().slice(0, 10)
  const named = billedNoun(noun)
  if (named === null || nounId === null || purpose !== purposeOf[named]) return day
  return (await supplyDayOf(tx, named, nounId, day, timeZone)) ?? day
}

/** The document ready to issue on a day, or what it lacks. */
export async function prepare(
  tx: Tx,
  document: DocumentRow,
  drafts: readonly DraftLine[],
  { day, timeZone }: { day: string; timeZone: string },
): Promise<{ missing: Missing[]; ready: Ready | null; lines: readonly TaxedLine[]; suppliedOn: string }> {
  const { noun, nounId } = document
  const missing: Missing[] = []
  const work = noun === null || nounId === null ? NOBODY : await readWorkFor(tx, noun === 'orders' ? 'orders' : 'repairs', nounId)
  const buyer = await buyerOf(tx, document, work.userId)
  if (buyer === null) missing.push('customer')
  const seller = await readSeller(tx)
  const suppliedOn = await supplyDay(tx, document, day, timeZone)
  // A seller without VAT registration must not show any.
  const lines = taxLines(
    seller.vatNumber === null ? drafts.map((line) => ({ ...line, vatCode: 'outside' as const })) : drafts,
    await ratesOn(tx, suppliedOn),
  )
  if (lines === null) return { missing: [...missing, 'vat_rate'], ready: null, lines: drafts.map(untaxed), suppliedOn }
  const { vat, total } = sumOfTaxed(lines)
  if (total <= 0) missing.push('amount')
  const billed = billedOf(document)
  const paidOn = billed && document.purpose !== 'interest' ? await paidDayOf(tx, billed.noun, billed.nounId, total) : null
  const taxPoint = taxPointOf({ issuedOn: day, suppliedOn, paidOn })
  const rate = vat > 0 ? await sterlingOn(tx, taxPoint) : null
  if (vat > 0 && rate === null) missing.push('exchange_rate')
  const party = buyer && buyerParty(buyer, work.returnAddress)
  const isSimple = rate === null || toCents(total * rate.sterling) <= SIMPLE_INVOICE_STERLING
  if (party?.address === null && seller.vatNumber !== null && !isSimple) missing.push('address')
  // A waiting document keeps the chosen rates: the seller may be registered when it is issued.
  const chosen = lines.map((line, place) => ({ ...line, vatCode: drafts[place]?.vatCode ?? line.vatCode }))
  if (missing.length > 0 || !buyer || !party) return { missing, ready: null, lines: chosen, suppliedOn }
  const settings = await readSettings(tx)
  const termsDays = buyer.termsDays ?? seller.termsDays
  return {
    missing,
    lines,
    suppliedOn,
    ready: { lines, buyer, party, taxPoint, rate, termsDays, customerId: work.userId, settings, seller: sellerParty(settings, seller) },
  }
}
