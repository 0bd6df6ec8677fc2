import { startShop } from './shop-server'

/** One shop for all browser tests; they find it through E2E_URL. */
export default async function globalSetup() {
  const shop = await startShop('test-results/server.log')
  process.env.E2E_URL = shop.url
  return shop.stop
}
