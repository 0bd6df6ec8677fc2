import { memo, useEffect, useRef } from 'react'
import { Button } from '~/components/ui/button'
import type { ShopProduct } from '~/contracts/products'
import { formatCount } from './format-count'
import { gridLook, MOST_COLUMNS } from './grid-look'
import { ProductCard } from './product-card'

interface ProductGridProps {
  /** All that match. */
  products: readonly ShopProduct[]
  /** How many of them are on the page. */
  shown: number
  onShowMore: () => void
}

/** The cards, as many as have been asked for: a page of two thousand would be slow to make and to read. */
export const ProductGrid = memo(function ProductGrid({ products, shown, onShowMore }: ProductGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number>(undefined)

  // The keyboard goes on where the button was: at the first of the new cards.
  useEffect(() => {
    if (firstNew.current === undefined) return
    list.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true })
    firstNew.current = undefined
  }, [shown])

  return (
    <>
      <ul ref={list} className={gridLook}>
        {products.slice(0, shown).map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} eager={index < MOST_COLUMNS} />
          </li>
        ))}
      </ul>
      {shown < products.length && (
        <div className="mt-10 flex flex-col items-center gap-3 no-script:hidden">
          <p className="text-ink-muted tabular-nums">
            {formatCount(shown)} of {formatCount(products.length)} shown
          </p>
          <Button
            variant="secondary"
            size="lg"
            onClick={() => {
              firstNew.current = shown
              onShowMore()
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
})
