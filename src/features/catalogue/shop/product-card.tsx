import Link from 'next/link'
import { memo, useContext, useEffect, useState } from 'react'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { Icon } from '~/components/ui/icon'
import { ChargesVat } from '~/components/ui/charges-vat'
import { isPriceOnRequest, CONTACT_FOR_PRICE, type Availability, type ShopProduct } from '~/contracts/catalogue/products'
import { formatEuro } from '~/lib/money'
import { productPathOf } from '~/lib/product-path'
import { addToCart } from '../cart/cart-store'

/** '€1,300.50', 'From €1,300.50' with dearer variants, or 'Contact for Price' (requirements §2 Products). */
export const priceText = (price: number, isFrom?: boolean) =>
  isPriceOnRequest(price) ? CONTACT_FOR_PRICE : (isFrom ? 'From ' : '') + formatEuro(price)

/** 2000 → '2,000' */
export const formatCount = (count: number) => count.toLocaleString('en-GB')

export const availabilityTones: Record<Availability, Tone> = {
  'In Stock': 'success',
  'Limited Stock': 'warn',
  'Pre-Order': 'info',
  'Out of Stock': 'neutral',
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' }

/** Only shown with its count. */
export function Rating({ rating, count }: { rating: number; count: number }) {
  return (
    <p className="flex shrink-0 items-center gap-1 font-medium tabular-nums">
      <Icon name="star" className="size-4 fill-accent text-accent-ink" />
      <span aria-hidden="true">
        {rating.toFixed(1)} ({formatCount(count)})
      </span>
      <span className="sr-only">Rated {rating.toFixed(1)} out of 5</span>
      <span className="sr-only">by {formatCount(count)}</span>
    </p>
  )
}

function Figures({ product: { hashrate, power, efficiency } }: { product: ShopProduct }) {
  const figures = Object.entries({ Hashrate: hashrate, Power: power, Efficiency: efficiency }).filter(([, figure]) => figure !== '')
  if (figures.length === 0) return null
  return (
    <dl className="col-span-full row-start-2 mx-4 mt-4 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-3 sm:row-start-3 sm:mx-5">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt className="text-xs text-ink-subtle">{name}</dt>
          <dd className="text-sm font-medium tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ProductCardProps {
  product: ShopProduct
  eager: boolean
}

/** The whole card links to the product's page; a button opens the shop in a new tab (requirements §2 Products). */
export const ProductCard = memo(function ProductCard({ product, eager }: ProductCardProps) {
  const charges = useContext(ChargesVat)
  const { name, image, price, isFrom, availability, condition, category, rating, shopUrl, description, variantId } = product
  const shown = priceText(price, isFrom)
  const onRequest = isPriceOnRequest(price)
  return (
    <article className="relative grid h-full grid-cols-[7rem_minmax(0,1fr)] grid-rows-[auto_auto_1fr_auto] overflow-hidden rounded-card border border-line bg-surface shadow-card transition-colors hover:border-line-strong sm:grid-cols-1 sm:grid-rows-[auto_auto_auto_1fr_auto]">
      <picture className="m-4 mr-0 self-start rounded-lg bg-surface-muted sm:m-0 sm:rounded-none sm:border-b sm:border-line">
        <img
          src={image}
          alt={product.imageAlt ?? name}
          width={480}
          height={360}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="aspect-4/3 w-full object-contain"
        />
      </picture>
      <div className="p-4 pb-0 sm:px-5 sm:pt-5">
        <div className="flex items-center justify-between gap-3 text-sm text-ink-subtle">
          <p className="truncate">
            {category} · {condition}
          </p>
          {rating !== null && product.ratingCount !== undefined && <Rating rating={rating} count={product.ratingCount} />}
        </div>
        <h3 className="mt-1.5 text-lg leading-snug font-semibold tracking-tight wrap-anywhere">
          <Link
            href={productPathOf(product.slug)}
            prefetch={false}
            className="underline-offset-4 outline-none after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {name}
          </Link>
        </h3>
        {description !== '' && <p className="mt-1.5 line-clamp-2 text-sm text-ink-muted">{description}</p>}
        {product.measured && <p className="mt-1.5 text-sm text-ink-muted">Measured: {product.measured}</p>}
      </div>
      <Figures product={product} />
      <div className="col-span-full row-start-3 flex flex-wrap items-end justify-between gap-x-3 gap-y-2 px-4 pt-4 sm:row-start-4 sm:px-5 sm:pt-5">
        <p className="text-lg font-semibold tracking-tight tabular-nums">
          {onRequest ? (
            // The contact form with the product filled in.
            <a
              href={`/contact?inquiryType=Product+Information&product=${encodeURIComponent(name)}#write-to-us`}
              className="relative underline underline-offset-4"
            >
              {shown}
            </a>
          ) : (
            shown
          )}
        </p>
        <Badge tone={availabilityTones[availability]}>{availability}</Badge>
        {!onRequest && charges !== null && <p className="w-full text-sm text-ink-muted">{charges ? 'with VAT' : 'no VAT'}</p>}
      </div>
      <div className="col-span-full row-start-4 flex flex-col gap-2 p-4 sm:row-start-5 sm:p-5 sm:pt-4">
        {variantId !== undefined && <AddToCart product={product} variantId={variantId} />}
        <a href={shopUrl} {...newTab} className={buttonStyles({ variant: 'secondary', className: 'relative w-full' })}>
          View in Shop
          <span className="sr-only">: {name} (opens in a new tab)</span>
          <Icon name="external-link" className="size-[1.1em]" />
        </a>
      </div>
    </article>
  )
})

/** Milliseconds. */
const RESULT_SHOWN_MS = 4_000

// In this file: a module of its own would exceed the first load of /products.
interface AddToCartProps {
  product: Pick<ShopProduct, 'name' | 'image' | 'price'>
  /** `variantId` of the shop's list. */
  variantId: string
  size?: 'md' | 'lg'
}

/** Puts one piece of a product into the cart, on its card and on its page. */
export function AddToCart({ product: { name, image, price }, variantId, size = 'md' }: AddToCartProps) {
  const [added, setAdded] = useState<boolean>()

  useEffect(() => {
    const timer = setTimeout(setAdded, RESULT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [added])

  return (
    <div className="relative">
      <Button size={size} className="w-full no-script:hidden" onClick={() => setAdded(addToCart({ variantId, name, image, price }))}>
        <Icon name={added ? 'check' : 'shopping-cart'} className="size-[1.1em]" />
        Add to cart
        <span className="sr-only">: {name}</span>
      </Button>
      <p role="status" className="mt-1.5 text-center text-sm text-ink-muted empty:hidden">
        {added ? 'In your cart' : added === false && 'Your cart is full. Please write to us.'}
      </p>
    </div>
  )
}
