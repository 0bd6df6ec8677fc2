import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { lineTotal, sumOfTaxed, taxIn, toCents } from '~/contracts/billing/vat'
import { isPriceOnRequest } from '~/contracts/catalogue/products'
import { MOST_PIECES } from '~/contracts/public-limits'
import type { CartQuote, CheckoutPayment, quoteCartInput, QuotedLine } from '~/contracts/stock/checkout'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { ratesOn } from '~/server/billing/invoices/bill-lines'
import { readSeller } from '~/server/billing/invoices/invoice-parties'
import { networkOf } from '~/server/identity/auth/limits'
import type { Services } from '~/server/services'
import { readCompanyText } from '~/server/site/settings/read-settings'
import { readStock, type ProductStock } from '../stock-of-order'

/** From the browser only products and pieces count. */

type Tx = Pick<Prisma.TransactionClient, '$queryRaw' | 'sellerDetails' | 'websiteSetting'>
export type Pricing = Pick<Services, 'now' | 'businessTimeZone' | 'cardPayments'>
type Lines = z.output<typeof quoteCartInput>['lines']

/** @throws PRECONDITION_FAILED where a shop platform takes the orders */
export function mustSellHere({ sellsHere }: Pick<Services, 'sellsHere'>): void {
  if (!sellsHere) throw new TRPCError({ code: 'PRECONDITION_FAILED', message: 'Orders are taken by our shop, on its own site.' })
}

function quoted({ productId, quantity }: Lines[number], product: ProductStock | undefined): QuotedLine {
  const name = product?.name ?? ''
  if (!product?.isActive) return { productId, name, quantity, price: 0, total: 0, free: 0, problem: 'gone' }
  const { price } = product
  const free = Math.min(MOST_PIECES, Math.max(0, product.free))
  if (price === null || isPriceOnRequest(price)) return { productId, name, quantity, price: 0, total: 0, free, problem: 'no_price' }
  return { productId, name, quantity, price, total: lineTotal(quantity, price), free, problem: quantity > free ? 'too_few' : null }
}

export async function quoteLines(tx: Tx, { now, businessTimeZone, cardPayments }: Pricing, lines: Lines): Promise<CartQuote> {
  const at = now()
  const stock = await readStock(
    tx,
    at,
    lines.map(({ productId }) => productId),
  )
  const rows = lines.map((line) => quoted(line, stock.get(line.productId.toLowerCase())))
  const seller = await readSeller(tx)
  const rates = await ratesOn(tx, calendarDay(at, businessTimeZone))
  const percent = seller.vatNumber === null ? 0 : (rates.standard ?? 0)
  const { total, vat } = sumOfTaxed(rows.map((row) => taxIn(row.total, percent)))
  const ways: CheckoutPayment[] = [
    ...(cardPayments && total >= cardPayments.least ? (['card'] as const) : []),
    ...(seller.iban !== null || seller.accountNumber !== null ? (['transfer'] as const) : []),
  ]
  return { lines: rows, total: toCents(total), vat, delivery: await readCompanyText(tx, 'delivery'), ways }
}

/** @throws PRECONDITION_FAILED if a platform takes the orders; TOO_MANY_REQUESTS */
export async function quoteCart(
  call: Pricing & Pick<Services, 'db' | 'limits' | 'sellsHere'> & { client: { ip: string | null } },
  { lines }: z.output<typeof quoteCartInput>,
): Promise<CartQuote> {
  mustSellHere(call)
  await call.limits.take('cartQuotes', networkOf(call.client))
  return quoteLines(call.db.prisma, call, lines)
}
