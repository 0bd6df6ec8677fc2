/** The comparison of what machines earn. On its own, so that pages that do not lead there do not load it. */
export const comparePath = '/compare'

/** The comparison of products, by their slugs, and of machines that are taken in, by their ids. */
export function compareHref({ products = [], machines = [] }: { products?: readonly string[]; machines?: readonly string[] }): string {
  const query = new URLSearchParams([...products.map((slug) => ['product', slug]), ...machines.map((id) => ['machine', id])]).toString()
  return query === '' ? comparePath : `${comparePath}?${query}`
}
