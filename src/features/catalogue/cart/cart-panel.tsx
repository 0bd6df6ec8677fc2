import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { useCart } from './cart-store'
import { CartLines } from './cart-lines'
import { LinkButton } from '~/components/ui/link-button'

interface CartPanelProps {
  shopUrl: string
  onClose: () => void
}

/** What the visitor is about to buy, or where baskets are when nothing can be put into one here. */
export function CartPanel({ shopUrl, onClose }: CartPanelProps) {
  const cart = useCart()
  return (
    <Modal title="Cart" onClose={onClose} className={cart.length > 0 ? 'max-w-lg sm:max-w-xl' : 'max-w-lg sm:max-w-md'}>
      {cart.length > 0 ? <CartLines cart={cart} /> : <CartElsewhere shopUrl={shopUrl} />}
    </Modal>
  )
}

/** Says where the basket really is: in the external shop, with its checkout. */
function CartElsewhere({ shopUrl }: { shopUrl: string }) {
  return (
    <>
      <ModalBody className="flex flex-col gap-3 text-ink-muted">
        <p>Baskets, payment and delivery are handled by our shop, on its own site: {new URL(shopUrl).host}.</p>
        <p>Every product on these pages opens there. What you put into your basket waits for you in its cart.</p>
      </ModalBody>
      <ModalFooter>
        <LinkButton href={`${shopUrl}/cart`} external>
          Open the shop’s cart
        </LinkButton>
      </ModalFooter>
    </>
  )
}
