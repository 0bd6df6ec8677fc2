import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import type { ShopProduct } from '~/contracts/catalogue/products'
import { addToCart } from './cart-store'

/** Time that the button shows its result (ms). */
const RESULT_SHOWN_MS = 4_000

interface AddToCartProps {
  product: Pick<ShopProduct, 'name' | 'image' | 'price'>
  /** Of the product (`variantId` of the shop's list). */
  variantId: string
}

/** Puts one piece of a product into the cart, on its card and on its page. */
export function AddToCart({ product: { name, image, price }, variantId }: AddToCartProps) {
  const [outcome, setOutcome] = useState<{ words: string; ok: boolean }>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), RESULT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const add = () => {
    const added = addToCart({ variantId, name, image, price })
    setOutcome({ ok: added, words: added ? 'In your cart' : 'Your cart is full. For larger orders please write to us.' })
  }
  return (
    <div className="relative">
      <Button className="w-full no-script:hidden" onClick={add}>
        <Icon name={outcome?.ok ? 'check' : 'shopping-cart'} className="size-[1.1em]" />
        Add to cart
        <span className="sr-only">: {name}</span>
      </Button>
      <p role="status" className="mt-1.5 text-center text-sm text-ink-muted empty:hidden">
        {outcome?.words}
      </p>
    </div>
  )
}
