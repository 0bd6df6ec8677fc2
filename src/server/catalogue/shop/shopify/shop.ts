import { setTimeout as wait } from 'node:timers/promises'
import { productFailures } from '~/contracts/catalogue/products'
import type { PlatformNotice } from '~/contracts/catalogue/platform-notices'
import type { PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import type { ProductSource } from '~/server/catalogue/shop/product-source'
import { cachedList, type ListState } from './cached-list'
import { DEFAULT_RETRIES, createRetryPolicy, type Circuit, type RetryOptions } from './retry-policy'
import { PlatformError } from './platform-error'
import { readShop } from './read-shop'
import { platformNotices, readNotices } from './platform-notices'
import { watchVersion } from './version-watch'
import { ShopRefresher } from './refresher'
import { createStorefront, type Storefront } from './storefront'

/** Milliseconds that a visitor waits for the very first list. */
const FIRST_LIST_MS = 2_000

/** Without this scope nothing can be listed. */
const LISTINGS = 'unauthenticated_read_product_listings'

export interface PlatformShopOptions {
  prisma: PrismaClient
  log: Logger
  now: () => Date
  address: string
  token: string
  /** For products without a page; no trailing slash. */
  shopUrl: string
  random?: () => number
  retries?: RetryOptions
  /** Milliseconds for an answer. */
  withinMs?: number
  maxAgeMs?: number
}

export interface PlatformShop {
  source: ProductSource
  storefront: Storefront
  refresher: ShopRefresher
  state: () => Promise<ListState>
  notices: () => Promise<PlatformNotice[]>
  circuit: () => Circuit
}

export function platformShop(options: PlatformShopOptions): PlatformShop {
  const { prisma, log, now, address, token, shopUrl, retries = DEFAULT_RETRIES, random = Math.random } = options
  const notices = platformNotices({ prisma, now, log })
  const onHeaders = watchVersion({ source: 'storefront', address, variable: 'SHOPIFY_API_URL', notices, now })
  const bare = createStorefront({
    address,
    token,
    log,
    onHeaders,
    ...(options.withinMs === undefined ? {} : { withinMs: options.withinMs }),
  })
  const sayScopes = async (error: unknown) => {
    for (const subject of error instanceof PlatformError ? error.missingScopes : [])
      await notices.say('storefront', { kind: 'scope', subject, detail: '' })
  }
  const { run, circuit } = createRetryPolicy(retries, random)
  const storefront: Storefront = { ask: (operation, variables, request) => run(() => bare.ask(operation, variables, request)) }
  const list = cachedList(prisma, now)
  const refresher = new ShopRefresher({
    list,
    fetchShop: async () => {
      const { answer, notices: found } = await readShop(storefront, shopUrl).catch(async (error: unknown) => {
        await sayScopes(error)
        throw error
      })
      await notices.replace('list', found)
      await notices.settle('storefront', [LISTINGS])
      return answer
    },
    log,
    now,
    ...(options.maxAgeMs === undefined ? {} : { maxAgeMs: options.maxAgeMs }),
  })
  const source: ProductSource = {
    failure: productFailures.shopify,
    read: async () => {
      const known = await list.read()
      if (known) return known
      await Promise.race([refresher.refresh(), wait(FIRST_LIST_MS, undefined, { ref: false })])
      const first = await list.read()
      if (!first) throw new Error('There is no list of the platform’s products yet')
      return first
    },
  }
  // Not retried: a visitor waits, and a repeat makes a second cart.
  const checkout: Storefront = {
    ask: async (operation, variables, request) => {
      try {
        return await bare.ask(operation, variables, request)
      } catch (error) {
        await sayScopes(error)
        throw error
      }
    },
  }
  return { source, storefront: checkout, refresher, state: list.state, notices: () => readNotices({ prisma, now }), circuit }
}
