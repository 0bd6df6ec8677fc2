import Link from 'next/link'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { LinkButton } from '~/components/ui/link-button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import type { Checkout } from '~/contracts/catalogue/cart'
import { VatNote } from '~/components/ui/vat-note'
import { isPriceOnRequest } from '~/contracts/catalogue/products'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { CartRow } from './cart-row'
import { totalOf } from './cart-lines'
import { useCart, type CartLine } from './cart-store'
import { OwnCart } from './own-cart'
import { isOwnLine } from './use-quote'

interface CartPanelProps {
  /** Of the external shop; null without one. */
  shopUrl: string | null
  onClose: () => void
}

/** The cart's content, or the shop's address where this site has no cart. */
export function CartPanel({ shopUrl, onClose }: CartPanelProps) {
  const cart = useCart()
  return (
    <Modal title="Cart" onClose={onClose} className={cart.length > 0 ? 'max-w-lg sm:max-w-xl' : 'max-w-lg sm:max-w-md'}>
      {cart.some(isOwnLine) ? (
        <OwnCart cart={cart.filter(isOwnLine)} onClose={onClose} />
      ) : cart.length > 0 ? (
        <CartLines cart={cart} />
      ) : shopUrl === null ? (
        <EmptyCart onClose={onClose} />
      ) : (
        <CartElsewhere shopUrl={shopUrl} />
      )}
    </Modal>
  )
}

function EmptyCart({ onClose }: Pick<CartPanelProps, 'onClose'>) {
  return (
    <>
      <ModalBody>
        <p className="text-ink-muted">Your cart is empty.</p>
      </ModalBody>
      <ModalFooter>
        <Link href={paths.products} prefetch={false} onClick={onClose} className={buttonStyles()}>
          View products
        </Link>
      </ModalFooter>
    </>
  )
}

/** Nothing is in it; what was put into the basket of the external shop is there. */
function CartElsewhere({ shopUrl }: { shopUrl: string }) {
  return (
    <>
      <ModalBody className="flex flex-col gap-3 text-ink-muted">
        <p>Your cart on these pages is empty.</p>
        <p>
          Every product here opens in our shop too, on its own site: {new URL(shopUrl).host}. What you put into your basket there waits for
          you in its cart.
        </p>
      </ModalBody>
      <ModalFooter>
        <LinkButton href={`${shopUrl}/cart`} external>
          Open the shop’s cart
        </LinkButton>
      </ModalFooter>
    </>
  )
}

function CartLines({ cart }: { cart: readonly CartLine[] }) {
  const { start, opening, failure, opened } = useCheckout()
  // A checkout belongs to the cart that it was opened for; a changed cart needs a new one.
  const checkout = opened?.cart === cart ? opened : null
  const warnings = checkout?.warnings ?? []
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
        <VatNote className="text-sm text-ink-muted" />
        <p className="text-sm text-ink-muted">
          {cart.some(({ price }) => isPriceOnRequest(price)) && 'Without the products whose price is on request. '}
          Delivery, and taxes of other countries, are shown at the checkout, on our shop’s own site.
        </p>
        {warnings.length > 0 && <Warnings warnings={warnings} cart={cart} />}
        <p role="alert" className="rounded-lg bg-danger-soft p-3 text-sm text-danger-ink empty:hidden">
          {failure}
        </p>
      </ModalBody>
      <ModalFooter>
        {checkout ? (
          <LinkButton href={checkout.checkoutUrl}>Continue to checkout</LinkButton>
        ) : (
          <Button busy={opening} onClick={() => void start(cart)}>
            Go to checkout
          </Button>
        )}
      </ModalFooter>
    </>
  )
}

const NO_ANSWER = 'The checkout does not answer right now. Please try again in a minute.'

/** Lists the checkout's changes to the cart before the visitor leaves. */
function Warnings({ warnings, cart }: { warnings: NonNullable<Checkout['warnings']>; cart: readonly CartLine[] }) {
  return (
    <div role="status" className="rounded-lg bg-warn-soft p-3 text-sm text-warn-ink">
      <p className="font-medium">The checkout could not take the cart as it is:</p>
      <ul className="mt-1 list-disc pl-5">
        {warnings.map(({ variantId, text }) => {
          const name = cart.find((line) => line.variantId === variantId)?.name
          return <li key={`${variantId} ${text}`}>{name ? `${name}: ${text}` : text}</li>
        })}
      </ul>
    </div>
  )
}

interface CheckoutState {
  opening: boolean
  failure: string
  /** The opened checkout and its cart, while its warnings are on screen. */
  opened: (Checkout & { cart: readonly CartLine[] }) | null
}

/** Opens the checkout: redirects the visitor, or first shows its warnings, or the reason of a failure. The cart is kept. */
function useCheckout() {
  const [state, setState] = useState<CheckoutState>({ opening: false, failure: '', opened: null })
  const start = async (cart: readonly CartLine[]) => {
    setState({ opening: true, failure: '', opened: null })
    try {
      const [{ vanillaClient }, { TRPCClientError }] = await Promise.all([import('~/trpc/vanilla-client'), import('@trpc/client')])
      const lines = cart.map(({ variantId, quantity }) => ({ variantId, quantity }))
      const answer = await vanillaClient.cart.checkout.mutate({ lines }).catch((error: unknown) => {
        // Words of the server are for people; a network's are not.
        const failure = error instanceof TRPCClientError && error.data ? error.message : NO_ANSWER
        console.error('The checkout could not be opened', error)
        setState({ opening: false, failure, opened: null })
        return null
      })
      if (answer?.warnings) setState({ opening: false, failure: '', opened: { ...answer, cart } })
      else if (answer) location.assign(answer.checkoutUrl)
    } catch (error) {
      console.error('The checkout could not be opened', error)
      setState({ opening: false, failure: NO_ANSWER, opened: null })
    }
  }
  return { ...state, start }
}
