export const productsHeader = {
  title: 'Products',
  lead: 'New and refurbished miners, rigs, parts and accessories. You order and pay online.',
} as const

export const withoutScripts = 'Searching and sorting need JavaScript, which is off in this browser. Every product is listed below.'

export const newsletterTexts = {
  title: 'New stock by email',
  lead: 'One email when new stock arrives, and nothing else. Each has a link to leave.',
} as const

export const tradeInInvitation = {
  title: 'Pay for part of it with your old miner',
  text: 'See what your used machine is worth in store credit, which never expires.',
} as const
