import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hashPassword, passwordMatches } from '~/server/identity/auth/password-hashes'
import { writeSecret } from '~/server/platform/files/data-dir'
import type { Database } from '~/server/platform/database/database'
import { DEMO_CUSTOMER } from './factories/names'
import { type DemoCounts, loadDemoShop } from './load'

const PASSWORD_FILE = 'demo-customer-password'

/** The demo customer's sign-in, for the start's message; `password` only if it was made just now. */
export interface DemoCustomer {
  email: string
  password?: string
  passwordFile: string
}

/**
 * Makes a password for the demo customer and stores it in DATA_DIR, before the account has it: a start cut short between the two must not
 * leave a password that nobody knows.
 * @param dataDir DATA_DIR
 */
async function makePassword(dataDir: string): Promise<{ customer: DemoCustomer; passwordHash: string }> {
  const passwordFile = path.join(dataDir, PASSWORD_FILE)
  const password = randomBytes(15).toString('base64url')
  writeSecret(passwordFile, `${password}\n`)
  return { customer: { email: DEMO_CUSTOMER.email, password, passwordFile }, passwordHash: await hashPassword(password) }
}

/**
 * The demo customer of an earlier start; null, and no file any more, once the account has another password or is gone.
 * @param dataDir DATA_DIR
 */
async function knownCustomer(db: Database, dataDir: string): Promise<DemoCustomer | null> {
  const passwordFile = path.join(dataDir, PASSWORD_FILE)
  if (!existsSync(passwordFile)) return null
  const { email } = DEMO_CUSTOMER
  const user = await db.prisma.user.findUnique({ where: { email }, select: { passwordHash: true } })
  const password = readFileSync(passwordFile, 'utf8').trim()
  if (user?.passwordHash && (await passwordMatches(user.passwordHash, password))) return { email, passwordFile }
  rmSync(passwordFile, { force: true })
  return null
}

/**
 * Loads the demo shop into an unused database. On the embedded one, whose DATA_DIR is this shop's own, one of its customers can sign in.
 * @param dataDir DATA_DIR
 */
export async function startDemoShop(
  db: Database,
  dataDir: string,
  now: Date,
): Promise<{ loaded: DemoCounts | null; customer: DemoCustomer | null }> {
  if (db.engine !== 'embedded') return { loaded: await loadDemoShop(db.prisma, { now }), customer: null }
  const made: { customer?: DemoCustomer } = {}
  const customerPassword = async () => {
    const { customer, passwordHash } = await makePassword(dataDir)
    made.customer = customer
    return passwordHash
  }
  const loaded = await loadDemoShop(db.prisma, { now, customerPassword })
  return { loaded, customer: made.customer ?? (await knownCustomer(db, dataDir)) }
}
