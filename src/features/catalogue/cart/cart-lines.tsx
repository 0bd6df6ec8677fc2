import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { isPriceOnRequest } from '~/contracts/catalogue/products'
import { totalOf, type CartLine } from './cart-store'
import { formatEuro } from '~/lib/money'
import { CartRow } from './cart-row'
import { useCheckout } from './use-checkout'

/** The lines of the cart, what they come to, and the way to pay. */
export function CartLines({ cart }: { cart: readonly CartLine[] }) {
  const { start, opening, failure } = useCheckout()
  return (
    <>
      <ModalBody className="flex flex-col gap-4">
        <ul className="flex flex-col divide-y divide-line">
          {cart.map((line) => (
            <CartRow key={line.variantId} line={line} />
          ))}
        </ul>
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4 font-semibold">
          <span>Total</span>
          <span className="text-lg tabular-nums">{formatEuro(totalOf(cart))}</span>
        </p>
        <p className="text-sm text-ink-muted">
          {cart.some(({ price }) => isPriceOnRequest(price)) && 'Without the products whose price is on request. '}
          Delivery and taxes are shown at the checkout, on our shop’s own site.
        </p>
        <p role="alert" className="rounded-lg bg-danger-soft p-3 text-sm text-danger-ink empty:hidden">
          {failure}
        </p>
      </ModalBody>
      <ModalFooter>
        <Button busy={opening} onClick={() => void start(cart)}>
          Go to checkout
        </Button>
      </ModalFooter>
    </>
  )
}
