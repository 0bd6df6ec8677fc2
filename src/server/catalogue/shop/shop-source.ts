import { env, type Env } from '~/env'
import type { Database } from '~/server/platform/database/database'
import type { Logger } from '~/server/platform/log'
import { ownCatalogue } from './own-catalogue'
import { clientCredentials } from './shopify/admin/access-token'
import { type AdminApi, createAdminApi } from './shopify/admin/admin-api'
import { platformNotices } from './shopify/platform-notices'
import { watchVersion } from './shopify/version-watch'
import type { ProductSource } from './product-source'
import { platformShop, type PlatformShop } from './shopify/shop'

export interface Shop {
  products: ProductSource
  platform: PlatformShop | null
}

/** On Shopify with both of its variables, else the own catalogue. */
export function shopOfEnvironment(db: Database, log: Logger, now: () => Date, settings: Env = env()): Shop {
  const { SHOP_URL, SELLS_HERE, SHOPIFY_API_URL, SHOPIFY_STOREFRONT_TOKEN } = settings
  if (!SHOPIFY_API_URL || !SHOPIFY_STOREFRONT_TOKEN)
    return { products: ownCatalogue(db.prisma, { shopUrl: SHOP_URL, sellsHere: SELLS_HERE, now }), platform: null }
  const platform = platformShop({
    prisma: db.prisma,
    log,
    now,
    address: SHOPIFY_API_URL,
    token: SHOPIFY_STOREFRONT_TOKEN,
    shopUrl: SHOP_URL,
  })
  return { products: platform.source, platform }
}

export function adminApiOfEnvironment(
  { prisma }: Database,
  log: Logger,
  now: () => Date,
  secret: string,
  settings: Env = env(),
): AdminApi | null {
  const { SHOPIFY_ADMIN_URL: address, SHOPIFY_ADMIN_TOKEN, SHOPIFY_CLIENT_ID: clientId, SHOPIFY_CLIENT_SECRET: clientSecret } = settings
  if (!address) return null
  const notices = platformNotices({ prisma, now, log })
  const credentials = clientId && clientSecret ? { address, clientId, clientSecret, prisma, secret, now, notices } : null
  const token = credentials ? clientCredentials(credentials) : SHOPIFY_ADMIN_TOKEN
  if (!token) return null
  return createAdminApi({
    address,
    token,
    onHeaders: watchVersion({ source: 'admin', address, variable: 'SHOPIFY_ADMIN_URL', notices, now }),
    onMissingScope: (subject) => void notices.say('admin', { kind: 'scope', subject, detail: '' }),
  })
}
