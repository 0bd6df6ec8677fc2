import { ShoppingCart } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useLazyDialog } from '~/components/ui/use-lazy-dialog'

const CartPanel = dynamic(() => import('./cart-panel').then((module) => module.CartPanel), { ssr: false })

const look =
  'inline-flex min-h-11 items-center gap-2 rounded-lg px-3 text-on-graphite-muted transition-colors hover:bg-graphite-raised hover:text-on-graphite'

/** Opens the cart panel; where scripts are off it is a link to the shop's cart itself. */
export function CartButton({ shopUrl }: { shopUrl: string }) {
  const { opener, open, show, close } = useLazyDialog()
  return (
    <>
      <button ref={opener} type="button" aria-haspopup="dialog" onClick={show} className={`${look} no-script:hidden`}>
        <ShoppingCart aria-hidden="true" className="size-5" />
        Cart
      </button>
      <noscript>
        <a href={`${shopUrl}/cart`} className={look}>
          Cart
        </a>
      </noscript>
      {open && <CartPanel shopUrl={shopUrl} onClose={close} />}
    </>
  )
}
