/** The products page's own words. */

export const productsHeader = {
  title: 'Products',
  lead: 'New and refurbished miners, rigs, parts and accessories. You order and pay in our shop.',
} as const

export const emptyTexts = {
  noMatch: {
    title: 'No products match your search',
    text: 'Try fewer words or another category, or take a filter away.',
  },
  nothing: {
    title: 'No products found',
    text: 'Nothing is listed at the moment. The full shop shows what can be ordered.',
  },
} as const

export const withoutScripts =
  'Searching, filtering and sorting need JavaScript, which is off in this browser. Every product is listed below with its price and its link.'

export const newsletterTexts = {
  title: 'New stock by email',
  lead: 'One email when a batch arrives: what it is, what it costs, and how many there are. Nothing else, and a reply is enough to leave.',
} as const

export const tradeInInvitation = {
  title: 'Pay for part of it with your old miner',
  text: 'See what your used machine is worth in store credit. The credit never expires and counts for everything listed here.',
} as const
