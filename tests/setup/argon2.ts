import { hash as realHash, verify, type Options } from '../../node_modules/@node-rs/argon2/index.js'
import { afterAll, beforeAll } from 'vitest'

/**
 * Replaces `@node-rs/argon2` in the API tests (vitest.config.ts): the same hashes, made with a fiftieth of the work. The true
 * cost of a hash is proven by tests/unit/passwords.test.ts.
 */

const CHEAP = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }

let asInProduction = false

/** The hashes of this file cost what they do in production, because it measures them. */
export function usePasswordsAsInProduction(): void {
  beforeAll(() => {
    asInProduction = true
  })
  afterAll(() => {
    asInProduction = false
  })
}

/** The hash for unknown addresses is made once for all files of a worker, those that measure too. */
const isNobodys = (password: string) => /^[0-9a-f]{32}$/.test(password)

export const hash = (password: string, options: Options) =>
  realHash(password, asInProduction || isNobodys(password) ? options : { ...options, ...CHEAP })

export { verify }
