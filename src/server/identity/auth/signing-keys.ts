import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import * as z from 'zod'
import { Prisma, type SigningKey } from '~/generated/prisma/client'
import type { Services } from '~/server/services'
import { decrypt, encrypt } from '~/server/platform/secrets'

/** Seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

export const SIGNING_ALGORITHM = 'ES256'

const KEY_LIFE_MS = 30 * 24 * 60 * 60 * 1000
/** Published for the tokens that it signed, plus some minutes for one being signed. */
const RETIRED_MS = (ACCESS_TOKEN_SECONDS + 5 * 60) * 1000

const ENCRYPTION_PURPOSE = 'signing-key'
const KEY_LOCK = 0x6b_65_79_73

type Deps = Pick<Services, 'db' | 'now' | 'secret'>

export const publicMembers = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })
const privateMembers = publicMembers.extend({ d: z.string() })

export async function makeKey(secret: string, purpose = ENCRYPTION_PURPOSE) {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const publicJwk = publicMembers.parse(await exportJWK(pair.publicKey))
  const privateJwk = privateMembers.parse(await exportJWK(pair.privateKey))
  const kid = await calculateJwkThumbprint(publicJwk)
  return { kid, publicJwk, privateSealed: encrypt(secret, purpose, JSON.stringify(privateJwk)) }
}

// Rows are still read each time, so that all processes agree on the signing key.
const imported = new Map<string, Promise<CryptoKey>>()

export async function importKey(name: string, jwk: JWK): Promise<CryptoKey> {
  const known = imported.get(name)
  if (known) return known
  const key = importJWK(jwk, SIGNING_ALGORITHM).then((made) => {
    if (made instanceof Uint8Array) throw new TypeError('A signing key is not a symmetric one')
    return made
  })
  imported.set(name, key)
  return key
}

export function openKey(secret: string, purpose: string, privateSealed: string): JWK | null {
  try {
    return privateMembers.parse(JSON.parse(decrypt(secret, purpose, privateSealed)))
  } catch {
    return null
  }
}

const decrypted = (secret: string, { privateSealed }: SigningKey) => openKey(secret, ENCRYPTION_PURPOSE, privateSealed)

const newestKey = (prisma: Pick<Deps['db']['prisma'], 'signingKey'>) =>
  prisma.signingKey.findFirst({ where: { retiredAt: null }, orderBy: [{ createdAt: 'desc' }, { kid: 'asc' }] })

/** Checks `isDue` under the lock, so that several callers make one key. */
async function replaceKey({ db, now, secret }: Deps, isDue: (current: SigningKey | null) => boolean): Promise<SigningKey> {
  const fresh = await makeKey(secret)
  return db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${KEY_LOCK}::bigint)`
    const current = await newestKey(tx)
    if (current && !isDue(current)) return current
    const at = now()
    // The key signed under a former secret, which must not be trusted.
    if (current && !decrypted(secret, current)) await tx.signingKey.delete({ where: { kid: current.kid } })
    await tx.signingKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: at } })
    return tx.signingKey.create({ data: { ...fresh, createdAt: at } })
  })
}

/** Replaced after 30 days. */
export async function signingKey(deps: Deps): Promise<{ kid: string; privateKey: CryptoKey }> {
  const isDue = (key: SigningKey | null) =>
    !key || deps.now().getTime() - key.createdAt.getTime() >= KEY_LIFE_MS || !decrypted(deps.secret, key)
  const newest = await newestKey(deps.db.prisma)
  const row = newest && !isDue(newest) ? newest : await replaceKey(deps, isDue)
  const privateJwk = decrypted(deps.secret, row)
  if (!privateJwk) throw new Error('The signing key cannot be opened: do all processes have the same NEXTAUTH_SECRET?')
  return { kid: row.kid, privateKey: await importKey(`private ${row.kid}`, privateJwk) }
}

export async function rotateSigningKey(deps: Deps): Promise<string> {
  const before = await newestKey(deps.db.prisma)
  // Of two simultaneous rotations the second finds the first one's key.
  return (await replaceKey(deps, (current) => current?.kid === before?.kid)).kid
}

const stillPublished = (at: Date) => ({ OR: [{ retiredAt: null }, { retiredAt: { gt: new Date(at.getTime() - RETIRED_MS) } }] })

/** The key exists, and was not retired too long ago. */
export const isPublished = (kid: string, at: Date): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM signing_keys WHERE kid = ${kid}::text AND (retired_at IS NULL OR retired_at > ${new Date(at.getTime() - RETIRED_MS)}::timestamptz))`

/** Cached, since an id is its key's digest; `isPublished` checks the validity with the session. */
export async function publicKey({ db, now }: Deps, kid: string): Promise<CryptoKey | null> {
  const known = imported.get(`public ${kid}`)
  if (known) return known
  const row = await db.prisma.signingKey.findFirst({ where: { kid, ...stillPublished(now()) }, select: { publicJwk: true } })
  return row && importKey(`public ${kid}`, publicMembers.parse(row.publicJwk))
}

/** For /.well-known/jwks.json (RFC 7517): public halves, the signing key first. */
export async function publishedKeySet(deps: Deps): Promise<{ keys: JWK[] }> {
  await signingKey(deps)
  const rows = await deps.db.prisma.signingKey.findMany({ where: stillPublished(deps.now()), orderBy: { createdAt: 'desc' } })
  return { keys: rows.map(({ kid, publicJwk }) => ({ ...publicMembers.parse(publicJwk), kid, use: 'sig', alg: SIGNING_ALGORITHM })) }
}
