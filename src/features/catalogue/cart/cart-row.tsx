import { Icon } from '~/components/ui/icon'
import { IconButton } from '~/components/ui/icon-button'
import { CONTACT_FOR_PRICE, isPriceOnRequest } from '~/contracts/catalogue/products'
import { MOST_PIECES } from '~/contracts/public-limits'
import { formatEuro } from '~/lib/money'
import { setQuantity } from './cart-lines'
import type { CartLine } from './cart-store'

interface CartRowProps {
  line: CartLine
  /** Pieces that can be had. */
  most?: number
  fault?: string | undefined
}

export function CartRow({ line: { variantId, name, image, price, quantity }, most = MOST_PIECES, fault }: CartRowProps) {
  const set = (pieces: number) => () => setQuantity(variantId, pieces)
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <picture className="row-span-2 rounded-lg bg-surface-muted">
        <img src={image} alt="" width={64} height={64} className="aspect-square w-full object-contain" />
      </picture>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-right tabular-nums">{isPriceOnRequest(price) ? CONTACT_FOR_PRICE : formatEuro(price * quantity)}</p>
      <div className="flex items-center gap-1">
        <IconButton label={`One less of ${name}`} disabled={quantity <= 1} onClick={set(quantity - 1)}>
          <Icon name="minus" className="size-4" />
        </IconButton>
        <output aria-label={`Quantity of ${name}`} className="min-w-8 text-center tabular-nums">
          {quantity}
        </output>
        <IconButton label={`One more of ${name}`} disabled={quantity >= most} onClick={set(quantity + 1)}>
          <Icon name="plus" className="size-4" />
        </IconButton>
      </div>
      <IconButton label={`Remove ${name}`} className="justify-self-end text-ink-muted" onClick={set(0)}>
        <Icon name="trash-2" className="size-4" />
      </IconButton>
      {fault !== undefined && <p className="col-span-full text-sm text-danger-ink">{fault}</p>}
    </li>
  )
}
