import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hashPassword, passwordMatches } from '~/server/identity/auth/password-hashes'
import { writeSecret } from '~/server/platform/files/data-dir'
import type { Database } from '~/server/platform/database/database'
import { DEMO_CUSTOMER } from './factories/names'
import { type DemoCounts, loadDemoShop } from './load'

const PASSWORD_FILE = 'demo-customer-password'

/** Sign-in for the start's message; `password` only if it is new. */
export interface DemoCustomer {
  email: string
  password?: string
  passwordFile: string
}

/** Stores the password in DATA_DIR before the account has it: a start cut short must not leave an unknown password. */
async function makePassword(dataDir: string): Promise<{ customer: DemoCustomer; passwordHash: string }> {
  const passwordFile = path.join(dataDir, PASSWORD_FILE)
  const password = randomBytes(15).toString('base64url')
  writeSecret(passwordFile, `${password}\n`)
  return { customer: { email: DEMO_CUSTOMER.email, password, passwordFile }, passwordHash: await hashPassword(password) }
}

/** The demo customer of an earlier start; null, with its file removed, once the password has changed or the account is gone. */
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

/** Loads the demo shop into an unused database. On the embedded one, whose DATA_DIR is this shop's own, one customer can sign in. */
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
