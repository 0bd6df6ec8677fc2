import { paths } from '~/lib/paths'

/** The slug in the address of a product's page, or of its data for navigation in the browser; null for other addresses. */
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
