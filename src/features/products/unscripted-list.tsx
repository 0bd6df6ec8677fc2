import type { ShopProduct } from '~/contracts/products'
import { priceText } from './price-text'

/** For whoever reads the page without scripts: the products that have no card in the HTML. */
export function UnscriptedList({ products }: { products: readonly ShopProduct[] }) {
  return (
    <ul className="mt-8 grid gap-x-10 sm:grid-cols-2">
      {products.map(({ id, name, price, availability, shopUrl }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3">
          <a href={shopUrl} target="_blank" rel="noopener noreferrer" className="font-medium underline underline-offset-4">
            {name}
          </a>
          <span className="tabular-nums">
            {priceText(price)}, {availability}
          </span>
        </li>
      ))}
    </ul>
  )
}
