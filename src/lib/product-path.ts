import { paths } from './paths'

/** The page of a product. On its own, so that pages without products do not load it. */
export const productPathOf = (slug: string): string => `${paths.products}/${encodeURIComponent(slug)}`
