import { importJWK, type CryptoKey } from 'jose'
import { PASSPORT_ALGORITHM, type PassportKey } from '~/contracts/stock/passports'
import type { Prisma } from '~/generated/prisma/client'
import { importKey, makeKey, openKey, publicMembers } from '~/server/identity/auth/signing-keys'
import type { Services } from '~/server/services'

/** Unlike sessions' keys these stay published, even when a changed secret ends their use (docs/decisions/025). */

type Tx = Prisma.TransactionClient

const PURPOSE = 'passport-key'
/** 'pass' in ASCII; one process at a time makes a key. */
const KEY_LOCK = 0x70_61_73_73

const MOST_KEYS = 50
const newest = { orderBy: [{ createdAt: 'desc' as const }, { kid: 'asc' as const }], take: MOST_KEYS }

export interface PassportSigner {
  kid: string
  privateKey: CryptoKey
}

async function openedKey(tx: Tx, secret: string): Promise<PassportSigner | null> {
  for (const row of await tx.passportKey.findMany(newest)) {
    const privateJwk = openKey(secret, PURPOSE, row.privateSealed)
    if (privateJwk) return { kid: row.kid, privateKey: await importKey(`passport ${row.kid}`, privateJwk) }
  }
  return null
}

/** Made at first use, and after a change of the secret. */
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

/** Public halves, the newest first. */
export async function passportKeySet({ db }: Pick<Services, 'db'>): Promise<PassportKey[]> {
  const rows = await db.prisma.passportKey.findMany(newest)
  return rows.flatMap(({ kid, publicJwk }) => {
    const members = publicMembers.safeParse(publicJwk)
    return members.success ? [{ ...members.data, kid }] : []
  })
}

/** Null if it has signed no passport of this shop. */
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
