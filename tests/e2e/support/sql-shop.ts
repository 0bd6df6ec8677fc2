import { Client } from 'pg'
import { startPostgres } from '../../setup/postgres-server'
import { test as base } from './fixtures'
import { startShop } from './shop-server'

interface Shared {
  /** The database of the worker's shop, empty but for its administrator. */
  database: { url: string; query: (sql: string) => Promise<Record<string, unknown>[]> }
}

/** The tests' shop on a PostgreSQL server of its own, so that a test can put rows in by plain SQL. */
export const test = base.extend<object, Shared>({
  database: [
    async ({}, use) => {
      const server = await startPostgres()
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await use({ url: server.url, query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows })
      await client.end()
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shop: [
    async ({ database }, use, { workerIndex }) => {
      const settings = { DATABASE_URL: database.url, NEXTAUTH_SECRET: 'a-secret-of-the-browser-tests-0123456789', SEED_DEMO: 'false' }
      const shop = await startShop(`test-results/server-${workerIndex}.log`, settings)
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
