import { codedError } from '~/server/platform/errors'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'

let common: Promise<Set<string>> | undefined

const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  ))

/** Common passwords and the address itself (OWASP ASVS 5.0, 6.2.4). The schema checks the length. @throws BAD_REQUEST `weak_password` */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase()) {
    throw codedError('BAD_REQUEST', 'weak_password', 'Your password must not be your email address.')
  }
  if ((await commonPasswords()).has(plain)) {
    throw codedError('BAD_REQUEST', 'weak_password', 'This password is one of the most common ones. Please choose another.')
  }
}

/** Argon2id by the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes share libuv's four threads with compression and files: one thread and one processor stay free. */
const AT_A_TIME = Math.max(1, Math.min(3, availableParallelism() - 1))

/** About three seconds of work; an endless queue would hold everybody up for minutes after a flood of sign-ins. */
const WAITING = 60 * AT_A_TIME
const BUSY_SECONDS = 3
const BUSY_MESSAGE = 'Too many people are signing in at this moment. Please try again in a few seconds.'

const createGate = () => bulkhead(AT_A_TIME, WAITING)

declare global {
  // Next bundles sign-in and the process's entry apart; the process has one pool.
  var shopPasswordGate: ReturnType<typeof createGate> | undefined
}

/** @throws SERVICE_UNAVAILABLE while too many wait */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await (globalThis.shopPasswordGate ??= createGate()).execute(work)
  } catch (error) {
    throw isBulkheadRejectedError(error) ? codedError('SERVICE_UNAVAILABLE', 'over_capacity', BUSY_MESSAGE, BUSY_SECONDS) : error
  }
}

/** @throws SERVICE_UNAVAILABLE while too many wait */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS))

// Compared for unknown addresses, which then take as long as known ones.
let nobodysHash: Promise<string> | undefined

/** False without a hash, after just as long. @throws SERVICE_UNAVAILABLE while too many wait */
export async function passwordMatches(encoded: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(16).toString('hex'))
  nobodysHash.catch(() => (nobodysHash = undefined))
  const expected = encoded ?? (await nobodysHash)
  const matches = await inTurn(() => verify(expected, password).catch(() => false))
  return matches && typeof encoded === 'string'
}
