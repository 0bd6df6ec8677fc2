/** Problems that an administrator fixes at the shop platform, as sentences for the dashboard. */

export const platformNoticeKinds = ['currency', 'scope', 'left_out', 'version', 'deprecated', 'access', 'unread_lines'] as const
export type PlatformNoticeKind = (typeof platformNoticeKinds)[number]

export interface PlatformNotice {
  kind: PlatformNoticeKind
  /** A currency, an access scope, an API, a number of products or an order number. */
  subject: string
  detail: string
}

const purposes: Record<string, string> = {
  unauthenticated_read_product_listings: 'products',
  unauthenticated_read_product_tags: 'tags, which mark pre-orders',
  unauthenticated_read_product_inventory: 'quantities, which tell limited stock',
  unauthenticated_write_checkouts: 'the checkout',
  unauthenticated_read_checkouts: 'the checkout',
  read_customers: 'store credit at the checkout',
  write_customers: 'store credit at the checkout',
  read_store_credit_accounts: 'store credit at the checkout',
  read_store_credit_account_transactions: 'store credit at the checkout',
  write_store_credit_account_transactions: 'store credit at the checkout',
  read_gift_cards: 'gift cards in place of store credit',
  write_gift_cards: 'gift cards in place of store credit',
  write_gift_card_transactions: 'gift cards in place of store credit',
  read_orders: 'finding orders whose messages were lost',
}

const texts: Record<PlatformNoticeKind, (notice: PlatformNotice) => string> = {
  currency: ({ subject, detail }) =>
    `${detail === '1' ? 'A product has its' : `${detail} products have their`} price in ${subject}, so it is shown on request and cannot be bought here. Sell to Ireland in EUR: Shopify’s Settings, Markets.`,
  scope: ({ subject }) =>
    subject.startsWith('unauthenticated_')
      ? `The storefront token may not use ${subject}${purposes[subject] ? `, which is for ${purposes[subject]}` : ''}. Allow it in Shopify’s Headless channel, under Storefront API permissions.`
      : `The app may not use ${subject}${purposes[subject] ? `, which is for ${purposes[subject]}` : ''}. Add it to the app’s scopes in the Dev Dashboard, release the version and accept it in Shopify’s admin.`,
  left_out: ({ subject }) =>
    `${subject === '1' ? 'A product' : `${subject} products`} could not be read from Shopify and ${subject === '1' ? 'is' : 'are'} not shown.`,
  version: ({ subject, detail }) => `${subject}: ${detail}`,
  deprecated: ({ subject, detail }) => `${subject}: Shopify says that a call is deprecated. ${detail}`,
  access: ({ detail }) => `Shopify refused SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET: ${detail}`,
  unread_lines: ({ subject, detail }) =>
    `${detail === '1' ? 'A line' : `${detail} lines`} of order ${subject} could not be read. Look at the order in Shopify’s admin.`,
}

export const platformNoticeText = (notice: PlatformNotice): string => texts[notice.kind](notice)
