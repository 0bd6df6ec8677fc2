import { env } from '~/env'
import type { Database } from '~/server/platform/database/database'
import type { Logger } from '~/server/platform/log'
import { ownCatalogue } from './own-catalogue'
import { createAdminApi } from './shopify/admin/admin-api'
import { createShopCredit, type ShopCredit } from './shopify/admin/shop-credit'
import type { ProductSource } from './product-source'
import { platformShop, type PlatformShop } from './shopify/shop'

/** The shop's products, and the platform where they come from one. */
export interface Shop {
  products: ProductSource
  platform: PlatformShop | null
}

/** The shop that the environment asks for: on Shopify with both of its variables, else the own catalogue. */
export function shopOfEnvironment(db: Database, log: Logger, now: () => Date): Shop {
  const { SHOP_URL, SHOPIFY_API_URL, SHOPIFY_STOREFRONT_TOKEN } = env()
  if (!SHOPIFY_API_URL || !SHOPIFY_STOREFRONT_TOKEN) return { products: ownCatalogue(db.prisma, SHOP_URL), platform: null }
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

/** The customers' store credit at the platform that the environment names; null where it names none. */
export function shopCreditOfEnvironment(): ShopCredit | null {
  const { SHOPIFY_ADMIN_URL: address, SHOPIFY_ADMIN_TOKEN: token } = env()
  return address && token ? createShopCredit(createAdminApi({ address, token })) : null
}
