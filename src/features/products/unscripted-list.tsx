import type { ShopProduct } from '~/contracts/products'
import { priceText } from './price-text'

/**
 * For whoever reads the page without scripts: the products that have no card in the HTML. The list
 * carries the looks of its rows, because there can be thousands of them.
 */
export function UnscriptedList({ products }: { products: readonly ShopProduct[] }) {
  return (
    <ul className="mt-8 grid gap-x-10 tabular-nums *:flex *:flex-wrap *:justify-between *:gap-x-4 *:border-t *:border-line *:py-3 sm:grid-cols-2 [&_a]:underline [&_a]:underline-offset-4">
      {products.map(({ id, name, price, availability, shopUrl }) => (
        <li key={id}>
          <a href={shopUrl} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
          <span>{`${priceText(price)}, ${availability}`}</span>
        </li>
      ))}
    </ul>
  )
}
