import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { PrismaClient } from '~/generated/prisma/client'
import { decrypt, encrypt } from '~/server/platform/secrets'
import { boundedFetch } from '../bounded-fetch'
import type { Notices } from '../platform-notices'
import { PlatformError } from '../platform-error'

/** A fixed token, or a daily one from an app's client credentials. */
export interface AccessToken {
  /** @throws {PlatformError} with `isUndone` if there is none */
  current: () => Promise<string>
  /** @returns true if there is another token to try */
  refused: (token: string) => Promise<boolean>
}

export const fixedToken = (token: string): AccessToken => ({
  current: () => Promise.resolve(token),
  refused: () => Promise.resolve(false),
})

const PURPOSE = 'shopify-access-token'
/** Renews a token this long (ms) before its end. */
const EARLY_MS = 10 * 60_000
/** Milliseconds for one process to renew; then another may try. */
const LEASE_MS = 20_000
const LOOK_MS = 200
const ANSWER_WITHIN_MS = 10_000
const LARGEST_ANSWER = 64 * 1024
/** Tokens live for 24 hours: a longer life (s) is not believed. */
const LONGEST_LIFE = 24 * 60 * 60

/** @see https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant */
const granted = z.object({
  /** Safe as a header's value. */
  access_token: z.string().regex(/^[\x21-\x7e]{1,2000}$/),
  scope: z.string().max(10_000).default(''),
  expires_in: z
    .number()
    .positive()
    .transform((seconds) => Math.min(seconds, LONGEST_LIFE)),
})
const refusal = z.object({ error: z.string().regex(/^[\x20-\x7e]{1,100}$/) })

/** `write_` includes `read_`. */
export const SCOPES = [
  'write_customers',
  'read_store_credit_accounts',
  'read_store_credit_account_transactions',
  'write_store_credit_account_transactions',
  'write_gift_cards',
  'write_gift_card_transactions',
  'read_orders',
]

interface Credentials {
  /** Tokens come from the endpoint's host. */
  address: string
  clientId: string
  clientSecret: string
  prisma: PrismaClient
  /** Encrypts the stored token. */
  secret: string
  now: () => Date
  notices: Notices
}

/** 24-hour tokens stored for all processes (table platform_tokens); one process at a time renews them. */
export function clientCredentials({ address, clientId, clientSecret, prisma, secret, now, notices }: Credentials): AccessToken {
  const where = { clientId }
  const endpoint = new URL('/admin/oauth/access_token', address).href
  let known: { token: string; expiresAt: Date } | undefined

  const isFresh = (token: { expiresAt: Date } | undefined, spare = EARLY_MS) =>
    token !== undefined && token.expiresAt.getTime() - now().getTime() > spare

  async function stored(): Promise<typeof known> {
    const row = await prisma.platformToken.findUnique({ where })
    if (!row?.sealedToken || !row.expiresAt) return undefined
    try {
      return { token: decrypt(secret, PURPOSE, row.sealedToken), expiresAt: row.expiresAt }
    } catch {
      // Encrypted with an earlier secret of the installation.
      return undefined
    }
  }

  async function claim(): Promise<boolean> {
    await prisma.platformToken.createMany({ data: [where], skipDuplicates: true })
    const { count } = await prisma.platformToken.updateMany({
      where: { ...where, OR: [{ renewingUntil: null }, { renewingUntil: { lte: now() } }] },
      data: { renewingUntil: new Date(now().getTime() + LEASE_MS) },
    })
    return count === 1
  }

  const release = () => prisma.platformToken.updateMany({ where, data: { renewingUntil: null } })

  /** @throws {PlatformError} */
  async function ask(): Promise<z.output<typeof granted>> {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' }
    const send = boundedFetch(endpoint, { largest: LARGEST_ANSWER, withinMs: ANSWER_WITHIN_MS })
    const response = await send(endpoint, { method: 'POST', headers, body: body.toString() }).catch((cause: unknown) => {
      throw new PlatformError('The platform gave no access token', { retryable: true, isUndone: true, cause })
    })
    const answer: unknown = await response.json().catch(() => null)
    const token = granted.safeParse(answer)
    if (response.ok && token.success) return token.data
    const reason = refusal.safeParse(answer).data?.error ?? `HTTP ${response.status}`
    const isFault = response.status >= 500 || response.status === 429
    if (!isFault) await notices.say('admin', { kind: 'access', subject: clientId, detail: reason })
    const faults = isFault ? [] : [{ message: reason, code: 'ACCESS_DENIED', path: null }]
    throw new PlatformError(`The platform gave no access token: ${reason}`, { retryable: isFault, isUndone: true, faults })
  }

  async function renew(): Promise<string> {
    try {
      // Another process may have renewed it before this one's claim.
      known = await stored()
      if (known && isFresh(known)) {
        await release()
        return known.token
      }
      const { access_token: token, scope, expires_in: seconds } = await ask()
      const scopes = scope.split(/[\s,]+/).filter((name) => /^[a-z_]{1,100}$/.test(name))
      known = { token, expiresAt: new Date(now().getTime() + seconds * 1000) }
      await prisma.platformToken.update({
        where,
        data: { sealedToken: encrypt(secret, PURPOSE, token), scopes, expiresAt: known.expiresAt, renewingUntil: null },
      })
      await notices.settle('admin', [clientId, ...scopes, ...scopes.map((name) => name.replace(/^write_/, 'read_'))])
      const lacks = (name: string) => !scopes.includes(name) && !scopes.includes(name.replace(/^read_/, 'write_'))
      for (const subject of scopes.length > 0 ? SCOPES.filter(lacks) : [])
        await notices.say('admin', { kind: 'scope', subject, detail: '' })
      return token
    } catch (error) {
      await release()
      throw error
    }
  }

  return {
    async current() {
      if (known && isFresh(known)) return known.token
      for (let waited = 0; waited <= LEASE_MS; waited += LOOK_MS) {
        known = await stored()
        if (known && isFresh(known)) return known.token
        if (await claim()) return renew()
        // Another process renews; the old token works until it ends.
        if (known && isFresh(known, 0)) return known.token
        await wait(LOOK_MS)
      }
      throw new PlatformError('The platform gave no access token in time', { retryable: true, isUndone: true })
    },
    async refused(token) {
      known = undefined
      if ((await stored())?.token === token) await prisma.platformToken.updateMany({ where, data: { sealedToken: null, expiresAt: null } })
      return true
    },
  }
}
