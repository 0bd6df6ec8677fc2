import { newDatabase } from './databases'
import { admin, ready, temporaryFolder, type ShopProcess } from '../../tests/setup/shop-process'
import { spawnShop } from './shop-process'
import { sql } from './sql'

/** The public address of both: tokens name it. */
const SITE = 'http://shop.test'

export interface TwoProcesses {
  one: ShopProcess
  two: ShopProcess
  databaseUrl: string
}

async function start(): Promise<TwoProcesses> {
  const databaseUrl = await newDatabase()
  const env = { NEXTAUTH_URL: SITE, SEED_DEMO: 'true' }
  const spawned = await Promise.all([1, 2].map(() => spawnShop({ dataDir: temporaryFolder('data'), databaseUrl, env })))
  const [one, two] = await Promise.all(spawned.map(ready))
  if (!one || !two) throw new Error('Two servers were asked for')
  return { one, two, databaseUrl }
}

let started: Promise<TwoProcesses> | undefined

/**
 * Two servers that were started at the same moment on one new, empty PostgreSQL, with the demo shop. All scenarios
 * of a run have the same two, which end with it.
 */
export const twoProcesses = (): Promise<TwoProcesses> => (started ??= start())

/** Registers verified accounts with the administrator's own password. @param database the URL of a server, or what runs a statement */
export async function addAccounts(
  database: string | ((statement: string) => Promise<unknown>),
  emails: readonly string[],
  role: 'admin' | 'customer',
): Promise<void> {
  const run = typeof database === 'string' ? (statement: string) => sql(database, statement) : database
  const list = emails.map((email) => `'${email}'`).join(', ')
  await run(
    `INSERT INTO users (email, password_hash, email_verified_at)
     SELECT person.email, known.password_hash, now() FROM unnest(ARRAY[${list}]) AS person (email), users AS known WHERE known.email = '${admin.email}'`,
  )
  await run(`INSERT INTO profiles (user_id, email, role) SELECT id, email, '${role}' FROM users WHERE email IN (${list})`)
}
