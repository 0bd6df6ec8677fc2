import * as z from 'zod'
import { MOST_LINES } from '~/contracts/stock/order-lines'
import { platformOrder, type PlatformOrder } from './platform-order'
import type { AdminApi } from '~/server/catalogue/shop/shopify/admin/admin-api'
import { ORDER } from '~/server/catalogue/shop/shopify/admin/operations'

/** Lines with prices stay below the platform's cost limit for one query. */
const LINES = 50

const money = z
  .object({ amount: z.string(), currencyCode: z.string() })
  .transform(({ amount, currencyCode }) => ({ amount, currency_code: currencyCode }))
const moneySet = z
  .object({ shopMoney: money, presentmentMoney: money })
  .transform(({ shopMoney, presentmentMoney }) => ({ shop_money: shopMoney, presentment_money: presentmentMoney }))

const line = z
  .object({
    id: z.string(),
    title: z.string().nullish(),
    name: z.string().nullish(),
    sku: z.string().nullish(),
    quantity: z.number(),
    currentQuantity: z.number().nullish(),
    originalUnitPriceSet: moneySet.nullish(),
    discountAllocations: z.array(z.object({ allocatedAmountSet: moneySet })).nullish(),
    taxLines: z.array(z.object({ priceSet: moneySet })).nullish(),
  })
  .transform(({ id, title, name, sku, quantity, currentQuantity, originalUnitPriceSet, discountAllocations, taxLines }) => ({
    id: id.slice(id.lastIndexOf('/') + 1),
    admin_graphql_api_id: id,
    title,
    name,
    sku,
    quantity,
    current_quantity: currentQuantity,
    price_set: originalUnitPriceSet,
    discount_allocations: discountAllocations?.map(({ allocatedAmountSet }) => ({ amount_set: allocatedAmountSet })),
    tax_lines: taxLines?.map(({ priceSet }) => ({ price_set: priceSet })),
  }))

const answer = z.object({
  order: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string().nullish(),
      test: z.boolean().nullish(),
      createdAt: z.string(),
      updatedAt: z.string(),
      cancelledAt: z.string().nullish(),
      displayFinancialStatus: z.string().nullish(),
      displayFulfillmentStatus: z.string().nullish(),
      taxesIncluded: z.boolean().nullish(),
      currencyCode: z.string().nullish(),
      totalPriceSet: moneySet,
      currentTotalPriceSet: moneySet.nullish(),
      lineItems: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(z.union([line, z.unknown()])),
      }),
    })
    .nullable(),
})
type Answered = NonNullable<z.output<typeof answer>['order']>

const fulfilment: Record<string, string> = { FULFILLED: 'fulfilled', PARTIALLY_FULFILLED: 'partial' }

const inForm = (order: Answered, lines: readonly unknown[]) =>
  platformOrder.parse({
    id: order.id.slice(order.id.lastIndexOf('/') + 1),
    admin_graphql_api_id: order.id,
    name: order.name,
    email: order.email,
    test: order.test,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    financial_status: order.displayFinancialStatus?.toLowerCase(),
    fulfillment_status: fulfilment[order.displayFulfillmentStatus ?? ''],
    taxes_included: order.taxesIncluded,
    currency: order.currencyCode,
    total_price: order.totalPriceSet.shop_money.amount,
    total_price_set: order.totalPriceSet,
    current_total_price_set: order.currentTotalPriceSet,
    line_items: lines,
  })

/** In the form of a webhook's message; null for an unknown order. @throws {PlatformError} */
export async function readOrder({ ask }: AdminApi, id: string): Promise<PlatformOrder | null> {
  const lines: unknown[] = []
  let first: Answered | undefined
  let after: string | null = null
  for (;;) {
    const found: z.output<typeof answer> = await ask(ORDER, { order: id, first: LINES, after }, answer, { takesPart: true })
    if (!found.order) return null
    // An order that changes between two pages keeps the earlier time of change, and is read again.
    first ??= found.order
    lines.push(...found.order.lineItems.nodes)
    const { pageInfo } = found.order.lineItems
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null || lines.length > MOST_LINES) return inForm(first, lines)
    after = pageInfo.endCursor
  }
}
