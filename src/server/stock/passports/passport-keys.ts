import { importJWK, type CryptoKey } from 'jose'
import { PASSPORT_ALGORITHM, type PassportKey } from '~/contracts/stock/passports'
import type { Prisma } from '~/generated/prisma/client'
import { importKey, makeKey, openKey, publicMembers } from '~/server/identity/auth/signing-keys'
import type { Services } from '~/server/services'

/**
 * Keys that sign passports. They are apart from those of sessions, in a table of their own: a session's key goes once its tokens are over,
 * and a passport's stays published, also when the secret was changed and it signs no more (docs/decisions/025).
 */

type Tx = Prisma.TransactionClient

const PURPOSE = 'passport-key'
/** 'pass' in ASCII; one process at a time makes a key. */
const KEY_LOCK = 0x70_61_73_73

/** More than a shop ever has: each stands for a change of its secret. */
const MOST_KEYS = 50
const newest = { orderBy: [{ createdAt: 'desc' as const }, { kid: 'asc' as const }], take: MOST_KEYS }

/** The key that signs, and its id. */
export interface PassportSigner {
  kid: string
  privateKey: CryptoKey
}

/** The newest key that this process can open; null for none. */
async function openedKey(tx: Tx, secret: string): Promise<PassportSigner | null> {
  for (const row of await tx.passportKey.findMany(newest)) {
    const privateJwk = openKey(secret, PURPOSE, row.privateSealed)
    if (privateJwk) return { kid: row.kid, privateKey: await importKey(`passport ${row.kid}`, privateJwk) }
  }
  return null
}

/** The key that signs passports; made at first use, and where no key can be opened because the secret was changed. */
export async function passportKey(tx: Tx, { now, secret }: Pick<Services, 'now' | 'secret'>): Promise<PassportSigner> {
  const known = await openedKey(tx, secret)
  if (known) return known
  const fresh = await makeKey(secret, PURPOSE)
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${KEY_LOCK}::bigint)`
  const made = await openedKey(tx, secret)
  if (made) return made
  await tx.passportKey.create({ data: { ...fresh, createdAt: now() }, select: { kid: true } })
  const own = await openedKey(tx, secret)
  if (!own) throw new Error('The key that signs passports cannot be opened')
  return own
}

/** The public halves of all keys that have signed passports, the newest first. */
export async function passportKeySet({ db }: Pick<Services, 'db'>): Promise<PassportKey[]> {
  const rows = await db.prisma.passportKey.findMany(newest)
  return rows.flatMap(({ kid, publicJwk }) => {
    const members = publicMembers.safeParse(publicJwk)
    return members.success ? [{ ...members.data, kid }] : []
  })
}

/** The public key of an id; null if it has signed no passport of this shop. */
export async function publicPassportKey(deps: Pick<Services, 'db'>, kid: string): Promise<CryptoKey | null> {
  const found = (await passportKeySet(deps)).find((key) => key.kid === kid)
  if (!found) return null
  try {
    const key = await importJWK({ ...found }, PASSPORT_ALGORITHM)
    return key instanceof Uint8Array ? null : key
  } catch {
    // Plain SQL may have written one that is no point of the curve.
    return null
  }
}
