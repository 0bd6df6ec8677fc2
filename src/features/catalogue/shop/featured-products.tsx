import Link from 'next/link'
import { CONTACT_FOR_PRICE, isPriceOnRequest, type FeaturedProduct } from '~/contracts/catalogue/products'
import { formatEuro } from '~/lib/money'
import { productPathOf } from '~/lib/product-path'

export function FeaturedProducts({ products, columns = 'sm:grid-cols-3' }: { products: readonly FeaturedProduct[]; columns?: string }) {
  return (
    <ul className={`grid gap-5 ${columns}`}>
      {products.map(({ id, slug, name, image, price, category, condition }) => (
        <li key={id} className="relative overflow-hidden rounded-card border border-line bg-surface shadow-card hover:border-line-strong">
          <picture>
            <img src={image} alt="" width={480} height={360} loading="lazy" className="aspect-4/3 w-full bg-surface-muted object-contain" />
          </picture>
          <div className="p-5">
            <p className="text-sm text-ink-subtle">
              {category} · {condition}
            </p>
            <h3 className="mt-1 text-lg font-semibold tracking-tight wrap-anywhere">
              <Link href={productPathOf(slug)} prefetch={false} className="after:absolute after:inset-0">
                {name}
              </Link>
            </h3>
            <p className="mt-2 text-xl font-semibold tabular-nums">{isPriceOnRequest(price) ? CONTACT_FOR_PRICE : formatEuro(price)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
