import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The encoded hash of a password, with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

// Made once and compared for unknown addresses, so that these take as long as known ones.
let nobodysHash: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. Without a hash (unknown address, or an account that has
 * no password) the answer is false and takes just as long.
 */
export async function passwordMatches(encoded: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(16).toString('hex'))
  const matches = await verify(encoded ?? (await nobodysHash), password).catch(() => false)
  return matches && typeof encoded === 'string'
}
