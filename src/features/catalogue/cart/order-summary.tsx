import { useId } from 'react'
import type { CartQuote } from '~/contracts/stock/checkout'
import { formatEuro } from '~/lib/money'
import { setQuantity } from './cart-lines'
import type { CartLine } from './cart-store'
import { faultOf } from './use-quote'

/** The ordered goods, at the server's prices: on a phone before the form, so that nobody orders what they have not seen. */
export function OrderSummary({ cart, quote }: { cart: readonly CartLine[]; quote: CartQuote }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5 shadow-card lg:sticky lg:top-24 lg:order-last">
      <h2 id={id} className="text-lg font-semibold text-ink">
        Your order
      </h2>
      <ul className="mt-4 flex flex-col divide-y divide-line">
        {cart.map((line) => {
          const found = quote.lines.find(({ productId }) => productId === line.variantId)
          const fault = faultOf(quote, line)
          return (
            <li key={line.variantId} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3 text-sm first:pt-0">
              <p className="wrap-anywhere text-ink">
                {line.quantity} × {found?.name || line.name}
              </p>
              <p className="text-right text-ink tabular-nums">{found ? formatEuro(found.total) : '…'}</p>
              {fault !== undefined && (
                <p className="col-span-full text-danger-ink">
                  {fault}{' '}
                  <button
                    type="button"
                    className="font-medium underline underline-offset-4"
                    onClick={() => setQuantity(line.variantId, found?.problem === 'too_few' ? found.free : 0)}
                  >
                    {found?.problem === 'too_few' && found.free > 0 ? `Take ${found.free}` : 'Remove it'}
                  </button>
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4 font-semibold text-ink">
        <span>Total</span>
        <span className="text-lg tabular-nums">{formatEuro(quote.total)}</span>
      </p>
      <p className="mt-1 text-sm text-ink-muted">
        {quote.vat > 0 ? `Of it ${formatEuro(quote.vat)} is VAT. ` : ''}
        {deliveryText(quote)}
      </p>
      {quote.delivery !== '' && <p className="mt-3 text-sm wrap-anywhere whitespace-pre-line text-ink-muted">{quote.delivery}</p>}
    </section>
  )
}

/** The server charges for the goods alone; what the shop says about delivery in its own words stands below. */
function deliveryText(quote: CartQuote): string {
  return quote.delivery === ''
    ? 'Delivery is included; duties and taxes of other countries are not.'
    : 'We add no charge for delivery here; duties and taxes of other countries are not included.'
}
