import { Modal } from '~/components/ui/modal'
import { useCart } from '~/lib/cart-store'
import { CartElsewhere } from './cart-elsewhere'
import { CartLines } from './cart-lines'

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
