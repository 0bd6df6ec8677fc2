import Link from 'next/link'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { VatNote } from '~/components/ui/vat-note'
import { MOST_PIECES } from '~/contracts/public-limits'
import { formatEuro } from '~/lib/money'
import { CHECKOUT_HEADING, checkoutPage } from '~/lib/record-paths'
import { CartRow } from './cart-row'
import { totalOf } from './cart-lines'
import type { CartLine } from './cart-store'
import { faultOf, useQuote } from './use-quote'

interface OwnCartProps {
  cart: readonly CartLine[]
  onClose: () => void
}

/** A cart that is paid here: its pieces are bounded by the stock, its prices are those of the server. */
export function OwnCart({ cart, onClose }: OwnCartProps) {
  const { quote, failure } = useQuote(cart)
  const lineOf = (id: string) => quote?.lines.find(({ productId }) => productId === id)
  const priced = cart.map((line) => ({ ...line, price: lineOf(line.variantId)?.price ?? line.price }))
  const isReady = cart.every((line) => faultOf(quote, line) === undefined)
  const hasChanged = quote !== null && priced.some(({ price }, at) => price !== cart[at]?.price && price > 0)
  return (
    <>
      <ModalBody className="flex flex-col gap-4">
        <ul className="flex flex-col divide-y divide-line">
          {priced.map((line) => (
            <CartRow
              key={line.variantId}
              line={line}
              most={Math.min(MOST_PIECES, lineOf(line.variantId)?.free ?? MOST_PIECES)}
              fault={faultOf(quote, line)}
            />
          ))}
        </ul>
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4 font-semibold">
          <span>Total</span>
          <span className="text-lg tabular-nums">{formatEuro(totalOf(priced))}</span>
        </p>
        <VatNote className="text-sm text-ink-muted" />
        {hasChanged && (
          <p role="status" className="rounded-lg bg-warn-soft p-3 text-sm text-warn-ink">
            A price has changed since you put this into your cart. The prices above count.
          </p>
        )}
        <p role="alert" className="rounded-lg bg-danger-soft p-3 text-sm text-danger-ink empty:hidden">
          {failure}
        </p>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Go on shopping
        </Button>
        {isReady ? (
          <Link href={`${checkoutPage}#${CHECKOUT_HEADING}`} prefetch={false} onClick={onClose} className={buttonStyles()}>
            Go to checkout
          </Link>
        ) : (
          <Button disabled>Go to checkout</Button>
        )}
      </ModalFooter>
    </>
  )
}
