import * as z from 'zod'
import { lineTotal, toCents, vatCode } from '~/contracts/billing/vat'
import { amountOrNull, lineOrNull, optionalLine, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { customerChoice } from '~/contracts/identity/customer-choice'
import { lineAmount, pieces, type OrderLine } from './order-lines'

const MOST_SOLD = 100
const LARGEST_TOTAL = 9_999_999_999.99

const idOrNull = z.union([z.literal('').transform(() => null), z.null(), rowId], { error: 'Not a valid id' }).default(null)

/** `invoice`: later, by the bill. */
export const salePayments = ['cash', 'card', 'transfer', 'credit', 'invoice'] as const
export type SalePayment = (typeof salePayments)[number]
export const salePaymentLabels: Record<SalePayment, string> = {
  cash: 'Cash',
  card: 'Card terminal',
  transfer: 'Bank transfer',
  credit: 'Store credit',
  invoice: 'On invoice',
}

/** Pieces of a product, one unit, parts of a type, or only a text. */
export const saleLine = z
  .object({
    productId: idOrNull,
    unitId: idOrNull,
    partTypeId: idOrNull,
    title: optionalLine,
    quantity: pieces(1, 'At least 1').default(1),
    price: amountOrNull('Price').transform((euro) => euro ?? 0),
    vatCode: vatCode.default('standard'),
  })
  .check(({ value, issues }) => {
    const { productId, unitId, partTypeId, title, quantity } = value
    const refuse = (path: string, message: string) => issues.push({ code: 'custom', input: value, path: [path], message })
    if ([productId, unitId, partTypeId].filter((id) => id !== null).length > 1)
      refuse('productId', 'A line is of a product, a unit or a part')
    if (productId === null && unitId === null && partTypeId === null && title === '')
      refuse('title', 'Say what it is, or choose a product, a unit or a part')
    if (unitId !== null && quantity !== 1) refuse('quantity', 'A unit is one piece')
  })
export type SaleLine = z.output<typeof saleLine>

export const totalOfLines = (lines: readonly { quantity: number; price: number }[]): number =>
  toCents(lines.reduce((sum, { quantity, price }) => sum + lineTotal(quantity, price), 0))

const lines = z
  .array(saleLine)
  .min(1, 'Add at least one line')
  .max(MOST_SOLD, `At most ${MOST_SOLD} lines`)
  .check(({ value, issues }) => {
    if (totalOfLines(value) > LARGEST_TOTAL) issues.push({ code: 'custom', input: value, path: [], message: 'Too large an amount' })
    const units = value.flatMap(({ unitId }) => unitId?.toLowerCase() ?? [])
    if (new Set(units).size < units.length)
      issues.push({ code: 'custom', input: value, path: [], message: 'Each unit is sold once: two lines name the same one' })
  })

/** A counter sale. Without a customer it is anonymous and paid at once. */
export const createOrderInput = z
  .object({
    customer: customerChoice.nullable().default(null),
    lines,
    payment: z
      .object({ method: z.enum(salePayments, 'Choose how it is paid'), reference: lineOrNull })
      .default({ method: 'invoice', reference: null }),
    ...withIdempotencyKey,
  })
  .check(({ value: { customer, payment }, issues }) => {
    if (customer === null && (payment.method === 'invoice' || payment.method === 'credit'))
      issues.push({
        code: 'custom',
        input: customer,
        path: ['customer'],
        message: payment.method === 'invoice' ? 'Choose whom the invoice is for' : 'Choose whose store credit pays it',
      })
  })
export type CreateOrder = z.output<typeof createOrderInput>

export interface Sellable {
  kind: 'product' | 'unit' | 'part'
  id: string
  name: string
  /** For people; '' for a product. */
  number: string
  /** EUR. */
  price: number | null
  /** Available pieces; null for a unit. */
  free: number | null
  /** Each piece is a unit that is scanned when it is shipped. */
  tracksUnits: boolean
}

export const amountOfLines = (lines: readonly Pick<OrderLine, 'price' | 'quantity' | 'cancelled'>[]): number =>
  toCents(lines.reduce((sum, line) => sum + lineAmount(line), 0))

export type AmountDifference = 'platform' | 'cancelled' | 'apart'

/** Why an order's amount differs from its lines; null if it does not, or without lines. */
export function whyAmountDiffers(
  total: number,
  lines: readonly Pick<OrderLine, 'price' | 'quantity' | 'cancelled' | 'isFromPlatform'>[],
): AmountDifference | null {
  if (lines.length === 0 || amountOfLines(lines) === toCents(total)) return null
  if (lines.some(({ isFromPlatform }) => isFromPlatform)) return 'platform'
  return amountOfLines(lines.map((line) => ({ ...line, cancelled: 0 }))) === toCents(total) ? 'cancelled' : 'apart'
}

export const fitAmountInput = z.object({ id: rowId, version: rowVersion.optional() })
