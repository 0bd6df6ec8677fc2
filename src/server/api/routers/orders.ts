import { createTRPCRouter, protectedAdminProcedure, publicProcedure, visitorProcedure } from '~/server/api/trpc'
import { checkoutOrderInput, orderParcelInput, orderSaleInput, quoteCartInput, trackedOrderInput } from '~/contracts/stock/checkout'
import { noteParcel } from '~/server/stock/sale/checkout/note-parcel'
import { placeOrder } from '~/server/stock/sale/checkout/place-order'
import { quoteCart } from '~/server/stock/sale/checkout/quote-cart'
import { readSale } from '~/server/stock/sale/checkout/sale-standing'
import { supply } from '~/server/stock/sale/checkout/settle-sales'
import { payTracked, trackOrder } from '~/server/stock/sale/checkout/track-order'
import { orderInputs } from '~/contracts/stock/orders'
import {
  addOrderLineInput,
  changeOrderLineInput,
  lineProductsInput,
  orderLinesInput,
  removeOrderLineInput,
} from '~/contracts/stock/order-lines'
import { createOrderInput, fitAmountInput } from '~/contracts/stock/sales'
import { fitAmount } from '~/server/stock/sale/fit-amount'
import { findSellables } from '~/server/stock/sale/find-sellables'
import { sellAtCounter } from '~/server/stock/sale/sell-at-counter'
import { orders, readForeignRevenue } from '~/server/stock/sale/orders'
import { readOrderLines } from '~/server/stock/sale/read-order-lines'
import { addLine, changeLine, productChoices, removeLine } from '~/server/stock/sale/write-order-lines'
import { statusProcedures } from '../procedures/status-procedures'

export const ordersRouter = createTRPCRouter({
  ...statusProcedures(orders, orderInputs),

  quote: publicProcedure
    .meta({
      about: 'What a cart of the own catalogue costs and what of it can be had, where no shop platform is configured.',
      errors: { PRECONDITION_FAILED: 'a shop platform takes the orders', TOO_MANY_REQUESTS: true },
    })
    .input(quoteCartInput)
    .query(({ ctx, input }) => quoteCart(ctx, input)),

  checkout: visitorProcedure
    .meta({
      gives: false,
      about:
        'Orders what is in a cart of the own catalogue, at the shop’s prices: the stock is held for 30 minutes (`card`), or until the bill is due (`transfer`). Answers the number, the page of the order and, for a card, the provider’s page.',
      errors: {
        CONFLICT:
          'too little stock (`out_of_stock`), another total than `total` (`price_changed`), a way to pay that there is not, or an `idempotencyKey` that was sent with another cart',
        PRECONDITION_FAILED: 'a shop platform takes the orders',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(checkoutOrderInput)
    .mutation(({ ctx, input }) => placeOrder(ctx, input)),

  tracked: publicProcedure
    .meta({
      about: 'The order of a link: how it stands, and how it is paid.',
      errors: { NOT_FOUND: 'a link that does not count', TOO_MANY_REQUESTS: true },
    })
    .input(trackedOrderInput)
    .query(({ ctx, input }) => trackOrder(ctx, input)),

  payTracked: publicProcedure
    .meta({
      gives: false,
      about: 'Opens the card provider’s page for the order of a link, whose stock is held for it again.',
      errors: {
        NOT_FOUND: 'a link that does not count',
        CONFLICT: 'nothing to pay, a cancelled order, or too little stock (`out_of_stock`)',
        SERVICE_UNAVAILABLE: 'there are no card payments, or the provider does not answer',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(trackedOrderInput)
    .mutation(({ ctx, input }) => payTracked(ctx, input)),

  sale: protectedAdminProcedure
    .meta({ about: 'How an order was sold here: where it goes, and whether its stock is held; null for another order.' })
    .input(orderSaleInput)
    .query(({ ctx, input }) => readSale(ctx, input)),

  supply: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Gives a paid order its stock where that is here again.',
      errors: { CONFLICT: 'too little is in stock, or it is not paid' },
    })
    .input(orderSaleInput)
    .mutation(({ ctx, input }) => supply(ctx, input)),

  noteParcel: protectedAdminProcedure
    .meta({
      gives: false,
      about:
        'Notes carrier and tracking number of an order of the checkout; `completes` sets it to completed with it. Its customer is emailed once it is completed, and again about another parcel.',
      errors: {
        NOT_FOUND: 'an order that was not placed at the checkout',
        CONFLICT: 'a stale `version`, or an order to complete that is not paid, or cancelled',
      },
    })
    .input(orderParcelInput)
    .mutation(({ ctx, input }) => noteParcel(ctx, input)),

  create: protectedAdminProcedure
    .meta({
      gives: false,
      about:
        'Sells at the counter: an order with its lines, whose goods leave and which is paid or invoiced at once. `customer` is left out for somebody who is not known and pays at once. Wants the right to payments, store credit or invoices too, by the way to pay, and to units where one is sold.',
      errors: {
        FORBIDDEN: 'no right to the way to pay, or to units or parts',
        NOT_FOUND: 'an unknown customer or unit',
        BAD_REQUEST: 'an unknown product or type of part, too much cash for one sale, or more than there is of store credit',
        CONFLICT:
          'a unit that was sold meanwhile or is not for sale, too little stock, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(createOrderInput)
    .mutation(({ ctx, input }) => sellAtCounter(ctx, input)),

  sellables: protectedAdminProcedure
    .meta({ about: 'A few products, units and types of part to sell, by a word or a scanned code.' })
    .input(lineProductsInput)
    .query(({ ctx, input }) => findSellables(ctx, input)),

  foreignRevenue: protectedAdminProcedure
    .meta({ about: 'Completed orders in other currencies than EUR, which sums in euros leave out.' })
    .query(({ ctx }) => readForeignRevenue(ctx)),

  lines: protectedAdminProcedure
    .meta({ about: 'The lines of an order by its number, with the units that were dispatched for them.', errors: { NOT_FOUND: true } })
    .input(orderLinesInput)
    .query(({ ctx, input }) => readOrderLines(ctx, input)),

  lineProducts: protectedAdminProcedure
    .meta({ about: 'A few products by name, for a line.' })
    .input(lineProductsInput)
    .query(({ ctx, input }) => productChoices(ctx, input)),

  addLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Adds a line to an order. Its amount stays as it is.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an unknown product',
        CONFLICT: 'more than 500 lines, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(addOrderLineInput)
    .mutation(({ ctx, input }) => addLine(ctx, input)),

  changeLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Changes a line; of one from the shop platform only the product.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an unknown product, no description, or more cancelled than ordered',
        CONFLICT: 'a stale `version`, a line of the platform, or fewer pieces or another product than what is dispatched',
      },
    })
    .input(changeOrderLineInput)
    .mutation(({ ctx, input }) => changeLine(ctx, input)),

  fitAmount: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Makes the amount of an order that of its lines.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, an order without lines, or one of the shop platform' },
    })
    .input(fitAmountInput)
    .mutation(({ ctx, input }) => fitAmount(ctx, input)),

  removeLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Removes a line that was written by hand; answers those that are left.',
      errors: { NOT_FOUND: true, CONFLICT: 'a line of the platform, or one that units were dispatched for' },
    })
    .input(removeOrderLineInput)
    .mutation(({ ctx, input }) => removeLine(ctx, input)),
})
