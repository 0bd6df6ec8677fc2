import { paths } from '~/lib/paths'

/** Finds out whether an address is that of a page of a product, or of its data for navigation inside the browser. */
export function productSlugOf(path: string, buildId: string): string | null {
  const data = `/_next/data/${buildId}`
  const isData = path.startsWith(data) && path.endsWith('.json')
  const page = isData ? path.slice(data.length, -'.json'.length) : path
  if (!page.startsWith(`${paths.products}/`)) return null
  const slug = page.slice(paths.products.length + 1)
  if (slug === '' || slug.includes('/')) return null
  try {
    return decodeURIComponent(slug)
  } catch {
    return null
  }
}
