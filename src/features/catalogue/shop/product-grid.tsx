import { memo, useEffect, useRef } from 'react'
import { Button } from '~/components/ui/button'
import type { ShopProduct } from '~/contracts/catalogue/products'
import { formatCount, ProductCard } from './product-card'
import { gridClasses, MOST_COLUMNS } from './products-skeleton'

interface ProductGridProps {
  products: readonly ShopProduct[]
  matching: number
  loading: boolean
  /** Why more products could not be loaded. */
  failure: string | undefined
  onShowMore: () => void
}

/** Renders a part at a time: two thousand cards would be slow to make and to read. */
export const ProductGrid = memo(function ProductGrid({ products, matching, loading, failure, onShowMore }: ProductGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number>(undefined)

  // The focus moves from the button to the first new card.
  useEffect(() => {
    if (firstNew.current === undefined || products.length <= firstNew.current) return
    list.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true })
    firstNew.current = undefined
  }, [products])

  return (
    <>
      <ul ref={list} className={gridClasses}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} eager={index < MOST_COLUMNS} />
          </li>
        ))}
      </ul>
      {products.length < matching && (
        <div className="mt-10 flex flex-col items-center gap-3 no-script:hidden">
          {failure !== undefined && (
            <p role="alert" className="text-danger-ink">
              {failure}
            </p>
          )}
          <p className="text-ink-muted tabular-nums">
            {formatCount(products.length)} of {formatCount(matching)} shown
          </p>
          <Button
            variant="secondary"
            size="lg"
            busy={loading}
            onClick={() => {
              firstNew.current = products.length
              onShowMore()
            }}
          >
            {failure === undefined ? 'Show more' : 'Try again'}
          </Button>
        </div>
      )}
    </>
  )
})
