import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import * as z from 'zod'
import { Prisma, type SigningKey } from '~/generated/prisma/client'
import type { Services } from '~/server/services'
import { decrypt, encrypt } from '~/server/platform/secrets'

/** How long an access token counts (seconds). */
export const ACCESS_TOKEN_SECONDS = 15 * 60

export const SIGNING_ALGORITHM = 'ES256'

/** A key signs for 30 days, then the next one is made. */
const KEY_LIFE_MS = 30 * 24 * 60 * 60 * 1000
/** A retired key stays in the key set for the tokens it signed, with some minutes for one that was being signed. */
const RETIRED_MS = (ACCESS_TOKEN_SECONDS + 5 * 60) * 1000

const ENCRYPTION_PURPOSE = 'signing-key'
/** One process at a time makes or retires a key: 'keys' in ASCII. */
const KEY_LOCK = 0x6b_65_79_73

type Deps = Pick<Services, 'db' | 'now' | 'secret'>

/** The members of a P-256 key: a private one is refused in what is published. */
const publicMembers = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })
const privateMembers = publicMembers.extend({ d: z.string() })

async function makeKey(secret: string) {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const publicJwk = publicMembers.parse(await exportJWK(pair.publicKey))
  const privateJwk = privateMembers.parse(await exportJWK(pair.privateKey))
  const kid = await calculateJwkThumbprint(publicJwk)
  return { kid, publicJwk, privateSealed: encrypt(secret, ENCRYPTION_PURPOSE, JSON.stringify(privateJwk)) }
}

// Imported once for each key; rows are still asked each time, so that all processes agree which key signs.
const imported = new Map<string, Promise<CryptoKey>>()

async function importKey(name: string, jwk: JWK): Promise<CryptoKey> {
  const known = imported.get(name)
  if (known) return known
  const key = importJWK(jwk, SIGNING_ALGORITHM).then((made) => {
    if (made instanceof Uint8Array) throw new TypeError('A signing key is not a symmetric one')
    return made
  })
  imported.set(name, key)
  return key
}

/** The private half; null when it was encrypted with another secret. */
function decrypted(secret: string, row: SigningKey): JWK | null {
  try {
    return privateMembers.parse(JSON.parse(decrypt(secret, ENCRYPTION_PURPOSE, row.privateSealed)))
  } catch {
    return null
  }
}

const newestKey = (prisma: Pick<Deps['db']['prisma'], 'signingKey'>) =>
  prisma.signingKey.findFirst({ where: { retiredAt: null }, orderBy: [{ createdAt: 'desc' }, { kid: 'asc' }] })

/** Retires the key that signs, if `isDue` still says so, and makes the next one; several callers make one. */
async function replaceKey({ db, now, secret }: Deps, isDue: (current: SigningKey | null) => boolean): Promise<SigningKey> {
  const fresh = await makeKey(secret)
  return db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${KEY_LOCK}::bigint)`
    const current = await newestKey(tx)
    if (current && !isDue(current)) return current
    const at = now()
    // What cannot be opened any more has signed under a secret that was given up: nobody may trust it.
    if (current && !decrypted(secret, current)) await tx.signingKey.delete({ where: { kid: current.kid } })
    await tx.signingKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: at } })
    return tx.signingKey.create({ data: { ...fresh, createdAt: at } })
  })
}

/** The key that signs now; made at the first need, and anew when it is 30 days old. */
export async function signingKey(deps: Deps): Promise<{ kid: string; privateKey: CryptoKey }> {
  const isDue = (key: SigningKey | null) =>
    !key || deps.now().getTime() - key.createdAt.getTime() >= KEY_LIFE_MS || !decrypted(deps.secret, key)
  const newest = await newestKey(deps.db.prisma)
  const row = newest && !isDue(newest) ? newest : await replaceKey(deps, isDue)
  const privateJwk = decrypted(deps.secret, row)
  if (!privateJwk) throw new Error('The signing key cannot be opened: do all processes have the same NEXTAUTH_SECRET?')
  return { kid: row.kid, privateKey: await importKey(`private ${row.kid}`, privateJwk) }
}

/** Makes a new key sign from now on; tokens of the one before still count until they expire. @returns the new key's id */
export async function rotateSigningKey(deps: Deps): Promise<string> {
  const before = await newestKey(deps.db.prisma)
  // Of two rotations at the same time the second finds the first one's key.
  return (await replaceKey(deps, (current) => current?.kid === before?.kid)).kid
}

const stillPublished = (at: Date) => ({ OR: [{ retiredAt: null }, { retiredAt: { gt: new Date(at.getTime() - RETIRED_MS) } }] })

/** Whether a token of a key can count at a time: its row is there still, and was not retired too long ago. */
export const isPublished = (kid: string, at: Date): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM signing_keys WHERE kid = ${kid}::text AND (retired_at IS NULL OR retired_at > ${new Date(at.getTime() - RETIRED_MS)}::timestamptz))`

/**
 * The public key of an id; null when it is unknown. Its id is the digest of its content, so one that was read is remembered: whether
 * tokens of it still count is asked with the session (`isPublished`).
 */
export async function publicKey({ db, now }: Deps, kid: string): Promise<CryptoKey | null> {
  const known = imported.get(`public ${kid}`)
  if (known) return known
  const row = await db.prisma.signingKey.findFirst({ where: { kid, ...stillPublished(now()) }, select: { publicJwk: true } })
  return row && importKey(`public ${kid}`, publicMembers.parse(row.publicJwk))
}

/** The key set of /.well-known/jwks.json (RFC 7517): public halves alone, the one that signs now first. */
export async function publishedKeySet(deps: Deps): Promise<{ keys: JWK[] }> {
  await signingKey(deps)
  const rows = await deps.db.prisma.signingKey.findMany({ where: stillPublished(deps.now()), orderBy: { createdAt: 'desc' } })
  return { keys: rows.map(({ kid, publicJwk }) => ({ ...publicMembers.parse(publicJwk), kid, use: 'sig', alg: SIGNING_ALGORITHM })) }
}
