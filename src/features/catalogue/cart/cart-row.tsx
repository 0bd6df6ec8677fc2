import { Icon } from '~/components/ui/icon'
import { IconButton } from '~/components/ui/icon-button'
import { MOST_PIECES } from '~/contracts/site/public-limits'
import { CONTACT_FOR_PRICE, isPriceOnRequest } from '~/contracts/catalogue/products'
import { setQuantity, type CartLine } from './cart-store'
import { formatEuro } from '~/lib/money'

/** One product of the cart with its pieces. */
export function CartRow({ line: { variantId, name, image, price, quantity } }: { line: CartLine }) {
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
        <IconButton label={`One more of ${name}`} disabled={quantity >= MOST_PIECES} onClick={set(quantity + 1)}>
          <Icon name="plus" className="size-4" />
        </IconButton>
      </div>
      <IconButton label={`Remove ${name}`} className="justify-self-end text-ink-muted" onClick={set(0)}>
        <Icon name="trash-2" className="size-4" />
      </IconButton>
    </li>
  )
}
