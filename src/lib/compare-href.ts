import { comparePath } from './compare-path'

/** Not in `paths`, which every page loads. @param products slugs @param machines ids */
export function compareHref({ products = [], machines = [] }: { products?: readonly string[]; machines?: readonly string[] }): string {
  const query = new URLSearchParams([...products.map((slug) => ['product', slug]), ...machines.map((id) => ['machine', id])]).toString()
  return query === '' ? comparePath : `${comparePath}?${query}`
}
