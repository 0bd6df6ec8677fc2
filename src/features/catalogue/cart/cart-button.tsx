import { useState } from 'react'
import { Icon } from '~/components/ui/icon'
import { onDemand } from '~/components/ui/on-demand'
import { checkoutPage } from '~/lib/record-paths'
import { piecesIn, useCart } from './cart-store'

const CartPanel = onDemand(() => import('./cart-panel').then((module) => module.CartPanel))

const look =
  'inline-flex min-h-11 items-center gap-2 rounded-lg px-3 text-on-graphite-muted transition-colors hover:bg-graphite-raised hover:text-on-graphite'

/** Opens the cart panel; where scripts are off it is a link to the shop's cart itself. @param shopUrl null without an external shop */
export function CartButton({ shopUrl }: { shopUrl: string | null }) {
  const [open, setOpen] = useState(false)
  const pieces = piecesIn(useCart())
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={`${look} no-script:hidden`}>
        <Icon name="shopping-cart" className="size-5" />
        Cart
        {pieces > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
            {pieces}
            <span className="sr-only"> {pieces === 1 ? 'piece' : 'pieces'}</span>
          </span>
        )}
      </button>
      <noscript>
        {typeof window === 'undefined' && (
          <a href={shopUrl === null ? checkoutPage : `${shopUrl}/cart`} className={look}>
            Cart
          </a>
        )}
      </noscript>
      {open && <CartPanel shopUrl={shopUrl} onClose={() => setOpen(false)} />}
    </>
  )
}
