import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '~/env'
import { writeSecret } from '~/server/data-dir'
import type { Services } from '~/server/services'
import { hashPassword } from './passwords'

const DEFAULT_EMAIL = 'admin@ohmfield.example'
const PASSWORD_FILE = 'admin-password'

/** How to sign in as administrator, for the start's message; `password` only when it was made just now. */
export interface FirstAdmin {
  email: string
  password?: string
  passwordFile?: string
}

/**
 * Makes the first administrator if ADMIN_EMAIL (or its default) is not registered and no other
 * administrator exists. Without ADMIN_PASSWORD a password is generated, kept in DATA_DIR and shown
 * at this one start. An account that exists is never changed, so a changed password stays.
 */
export async function ensureFirstAdmin(
  { db }: Pick<Services, 'db'>,
  env: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'DATA_DIR'>,
): Promise<FirstAdmin | null> {
  const email = (env.ADMIN_EMAIL ?? DEFAULT_EMAIL).toLowerCase()
  const passwordFile = path.join(env.DATA_DIR, PASSWORD_FILE)
  const known = await db.prisma.user.findUnique({ where: { email }, select: { profile: { select: { role: true } } } })
  if (known) return existsSync(passwordFile) ? { email, passwordFile } : { email }
  if (!env.ADMIN_EMAIL && (await db.prisma.profile.findFirst({ where: { role: 'admin' }, select: { id: true } }))) return null

  const password = env.ADMIN_PASSWORD ?? randomBytes(15).toString('base64url')
  // Before the account: a start that is cut short between the two must not leave one whose password nobody knows.
  if (!env.ADMIN_PASSWORD) writeSecret(passwordFile, `${password}\n`)
  await db.prisma.user.create({
    data: {
      email,
      passwordHash: await hashPassword(password),
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

/** A secret kept in DATA_DIR, made at its first use (NEXTAUTH_SECRET on the embedded database). */
export function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('base64url'))
  return readFileSync(file, 'utf8').trim()
}
