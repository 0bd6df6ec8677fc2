import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '~/env'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { writeSecret } from '~/server/platform/files/data-dir'
import type { Services } from '~/server/services'
import { hashPassword } from './password-hashes'

const DEFAULT_EMAIL = 'admin@ohmfield.example'
const PASSWORD_FILE = 'admin-password'

/** Sign-in for the start's message; `password` only if it is new. */
export interface FirstAdmin {
  email: string
  password?: string
  passwordFile?: string
}

/** Without ADMIN_PASSWORD it stores a generated one in DATA_DIR and shows it once. Never changes an existing account. */
export async function ensureFirstAdmin(
  { db }: Pick<Services, 'db'>,
  env: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'DATA_DIR'>,
): Promise<FirstAdmin | null> {
  const email = (env.ADMIN_EMAIL ?? DEFAULT_EMAIL).toLowerCase()
  const passwordFile = path.join(env.DATA_DIR, PASSWORD_FILE)
  const known = await db.prisma.user.findUnique({ where: { email }, select: initialFields })
  if (known) return keepsInitial(known, passwordFile) ? { email, passwordFile } : { email }
  if (!env.ADMIN_EMAIL && (await db.prisma.profile.findFirst({ where: { role: 'admin' }, select: { id: true } }))) return null

  const password = env.ADMIN_PASSWORD ?? randomBytes(15).toString('base64url')
  // Written first: a start cut short must not leave an account with an unknown password.
  if (!env.ADMIN_PASSWORD) writeSecret(passwordFile, `${password}\n`)
  const passwordHash = await hashPassword(password)
  await db.prisma.user.create({
    data: {
      email,
      passwordHash,
      // Null for a chosen password, which need not be changed.
      initialPasswordHash: env.ADMIN_PASSWORD ? null : passwordHash,
      emailVerifiedAt: new Date(),
      profile: { create: { email, fullName: 'Shop Administrator', role: 'admin' } },
    },
  })
  if (env.ADMIN_PASSWORD) {
    rmSync(passwordFile, { force: true })
    return { email }
  }
  return { email, password, passwordFile }
}

const initialFields = { passwordHash: true, initialPasswordHash: true } as const
type Known = Prisma.UserGetPayload<{ select: typeof initialFields }>

function keepsInitial({ passwordHash, initialPasswordHash }: Known, file: string): boolean {
  if (!existsSync(file)) return false
  if (initialPasswordHash !== null && initialPasswordHash === passwordHash) return true
  rmSync(file, { force: true })
  return false
}

export async function forgetGeneratedPassword({ db, dataDir }: Pick<Services, 'db' | 'dataDir'>): Promise<void> {
  if (dataDir === null) return
  const file = path.join(dataDir, PASSWORD_FILE)
  if (existsSync(file) && !(await hasGeneratedPassword(db.prisma))) rmSync(file, { force: true })
}

async function hasGeneratedPassword(prisma: PrismaClient): Promise<boolean> {
  const [found] = await prisma.$queryRaw<{ generated: boolean }[]>`
    SELECT EXISTS (SELECT FROM users WHERE password_hash = initial_password_hash) AS generated`
  return found?.generated === true
}
