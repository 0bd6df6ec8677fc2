import { paths } from './paths'

/** In a file of its own, so that pages without products do not load it. */
export const productPathOf = (slug: string): string => `${paths.products}/${encodeURIComponent(slug)}`
