import { comparePath } from './compare-path'

/** The comparison of products, by their slugs, and of machines that are taken in, by their ids. Apart from `paths`, which every page loads. */
export function compareHref({ products = [], machines = [] }: { products?: readonly string[]; machines?: readonly string[] }): string {
  const query = new URLSearchParams([...products.map((slug) => ['product', slug]), ...machines.map((id) => ['machine', id])]).toString()
  return query === '' ? comparePath : `${comparePath}?${query}`
}
