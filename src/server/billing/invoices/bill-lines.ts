import { lineTotal, taxIn, toCents, vatCodes, type Taxed, type VatCode } from '~/contracts/billing/vat'
import type { BilledNoun } from '~/contracts/billing/invoices'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { shownLine } from '~/contracts/fields'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import type { Prisma } from '~/generated/prisma/client'
import { linesOfRepair } from '~/server/cases/base/repair-lines'
import { rowsOfPresent } from '~/server/cases/base/customer-case'
import { cents } from '~/server/credit/credit-entries'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'

type Tx = Prisma.TransactionClient

/** A line before VAT. Unit price in EUR with VAT; negative for an amount billed before. */
export interface DraftLine {
  description: string
  quantity: number
  price: number
  vatCode: VatCode
  ofLineId?: string | null
}

type SourceLine = Omit<DraftLine, 'vatCode' | 'ofLineId'> & { vatCode?: VatCode | undefined }

export interface TaxedLine extends DraftLine, Taxed {
  vatPercent: number
}

const sumOf = (lines: readonly { quantity: number; price: number }[]) =>
  toCents(lines.reduce((sum, { quantity, price }) => sum + lineTotal(quantity, price), 0))

const toSource = ({ label, quantity, price }: { label: string; quantity: number; price: number }): SourceLine => ({
  description: label,
  quantity,
  price,
})

/** A repair's own lines, else the accepted ones; a single line if they do not add up to its cost. Null if the cost is unknown. */
async function linesOfWork(tx: Tx, repairId: string): Promise<SourceLine[] | null> {
  const repair = await tx.repair.findUniqueOrThrow({
    where: { id: repairId },
    select: { repairNumber: true, service: true, actualCost: true },
  })
  const own = await linesOfRepair(tx, repairId)
  const told = toAmountOrNull(repair.actualCost)
  if (told !== null && sumOf(own) === told) return own.map(toSource)
  const accepted = await tx.caseQuote.findMany({
    where: { caseId: repairId, state: 'accepted', ...(await rowsOfPresent(tx, { noun: 'repairs', id: repairId })) },
    orderBy: { number: 'asc' },
    select: { total: true, lines: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
  })
  const quoted = accepted.flatMap(({ lines }) =>
    lines.map(({ label, quantity, price }) => ({ label: shownLine(label), quantity: toAmount(quantity), price: toAmount(price) })),
  )
  const acceptedCost = accepted.length > 0 ? sumOfAmounts(accepted.map(({ total }) => toAmount(total))) : null
  const cost = told ?? acceptedCost ?? (own.length > 0 ? sumOf(own) : null)
  if (cost === null) return null
  const lines = [own, quoted].find((each) => sumOf(each) === cost)
  if (lines) return lines.map(toSource)
  const service = repairServiceIds.find((id) => id === repair.service)
  const what = service ? repairServices[service].label : 'Repair'
  return [{ description: `${what}, ${repair.repairNumber.slice(0, 100)}`, quantity: 1, price: cost }]
}

/** A single line if they do not add up to the order's total; none for a cancelled order. */
async function linesOfOrder(tx: Tx, orderId: string) {
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { orderNumber: true, status: true, totalAmount: true, lines: { orderBy: [{ position: 'asc' }, { id: 'asc' }], take: 500 } },
  })
  if (order.status === 'cancelled') return []
  const lines = order.lines
    .map(({ title, quantity, cancelled, price, vatCode }) => ({
      description: shownLine(title) || 'Product',
      quantity: Math.max(0, quantity - cancelled),
      price: toAmount(price),
      vatCode: vatCodes.find((code) => code === vatCode),
    }))
    .filter(({ quantity }) => quantity > 0)
  const total = toAmount(order.totalAmount)
  return sumOf(lines) === total ? lines : [{ description: `Order ${order.orderNumber.slice(0, 100)}`, quantity: 1, price: total }]
}

const sourceOf: Record<BilledNoun, (tx: Tx, id: string) => Promise<SourceLine[] | null>> = {
  repairs: linesOfWork,
  orders: linesOfOrder,
}

/** EUR billed so far, by invoice and rate. @param keepsCredits as of `linesToBill` */
const billedBefore = (tx: Tx, noun: BilledNoun, nounId: string, keepsCredits: boolean) =>
  tx.$queryRaw<{ number: string; purpose: string; code: VatCode; amount: number }[]>`
    SELECT d.number, d.purpose::text AS purpose, l.vat_code AS code, sum(l.total - CASE
      WHEN ${keepsCredits} AND d.purpose <> 'deposit' THEN 0 ELSE coalesce((
        SELECT sum(f.total) FROM billing_lines AS f JOIN billing_documents AS n ON n.id = f.document_id
        WHERE f.of_line_id = l.id AND n.kind = 'credit_note' AND n.state = 'issued'), 0) END)::float8 AS amount
    FROM billing_documents AS d JOIN billing_lines AS l ON l.document_id = d.id
    WHERE d.noun = ${noun} AND d.noun_id = ${nounId}::uuid AND d.kind = 'invoice' AND d.state = 'issued' AND d.purpose <> 'interest'
      AND l.vat_code = ANY(${[...vatCodes]}::text[])
    GROUP BY d.id, l.vat_code ORDER BY d.issued_at, d.id, array_position(${[...vatCodes]}::text[], l.vat_code)`

/** @param keepsCredits automatic bills do not bill a credited amount again. A credited deposit never counts */
export async function linesToBill(
  tx: Tx,
  noun: BilledNoun,
  nounId: string,
  { vatCode, keepsCredits = false }: { vatCode: VatCode; keepsCredits?: boolean },
): Promise<DraftLine[]> {
  const lines = ((await sourceOf[noun](tx, nounId)) ?? [])
    .filter(({ price }) => price > 0)
    .map((line): DraftLine => ({ ...line, vatCode: line.vatCode ?? vatCode }))
  let left = sumOf(lines)
  for (const { number, purpose, code, amount: before } of await billedBefore(tx, noun, nounId, keepsCredits)) {
    const amount = Math.min(toCents(before), left)
    if (amount <= 0) continue
    left = toCents(left - amount)
    const what = purpose === 'deposit' ? 'Less deposit' : 'Less invoice'
    lines.push({ description: `${what} ${number}`, quantity: 1, price: -amount, vatCode: code })
  }
  return left > 0 ? lines : []
}

/** @param percents by rate; undefined without one for the day @returns null if a rate is missing */
export function taxLines(lines: readonly DraftLine[], percents: Record<VatCode, number | undefined>): TaxedLine[] | null {
  const taxed: TaxedLine[] = []
  for (const line of lines) {
    const vatPercent = percents[line.vatCode]
    if (vatPercent === undefined) return null
    taxed.push({ ...line, vatPercent, ...taxIn(lineTotal(line.quantity, line.price), vatPercent) })
  }
  return taxed
}

export async function ratesOn(tx: Pick<Tx, '$queryRaw'>, day: string): Promise<Record<VatCode, number | undefined>> {
  const rows = await tx.$queryRaw<{ code: string; percent: number }[]>`
    SELECT DISTINCT ON (code) code, percent::float8 AS percent FROM vat_rates WHERE valid_from <= ${day}::date ORDER BY code, valid_from DESC`
  const of = (code: VatCode) => rows.find((row) => row.code === code)?.percent
  return { standard: of('standard'), zero: of('zero'), outside: of('outside') }
}

export const untaxed = (line: DraftLine): TaxedLine => ({ ...line, vatPercent: 0, ...taxIn(lineTotal(line.quantity, line.price), 0) })

export async function writeLines(tx: Tx, documentId: string, lines: readonly TaxedLine[]): Promise<void> {
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
