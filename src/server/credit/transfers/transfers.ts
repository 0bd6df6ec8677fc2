import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod'
import type { CreditTransfer, takeBackInput, useInShopInput } from '~/contracts/credit/transfers'
import type { CreatingCall } from '~/server/identity/auth/call'
import type { Services } from '~/server/services'
import { readTransfers } from './read'
import { runTransfers, type Running } from './run'
import { notOffered, writeBack, writeOut } from './write'

/** Somebody is waiting (ms): then the answer is what is known, and the rest goes on behind it. */
const ANSWER_WITHIN_MS = 12_000

type Moving = Pick<Services, 'db' | 'now' | 'log' | 'secret' | 'settleSeconds' | 'shopCredit'>

/** Accounts that this process works on. */
const running = new WeakMap<object, Map<string, Promise<void>>>()

/** Goes on with an account, once at a time in this process; whoever asks meanwhile waits for the same. Never rejects. */
function goOn(services: Running, accountId: string): Promise<void> {
  const ofDatabase = running.get(services.db) ?? new Map<string, Promise<void>>()
  running.set(services.db, ofDatabase)
  const underWay = ofDatabase.get(accountId)
  if (underWay) return underWay
  const work = runTransfers(services, accountId)
    .catch((err: unknown) => {
      services.log.error({ err, accountId }, 'Store credit could not be moved; tried again later')
    })
    .finally(() => ofDatabase.delete(accountId))
  ofDatabase.set(accountId, work)
  return work
}

/** @throws PRECONDITION_FAILED without a platform that takes store credit */
function withPlatform<Given extends Moving>(services: Given): Given & Running {
  const { shopCredit } = services
  if (!shopCredit) throw notOffered()
  return { ...services, shopCredit }
}

const within = async (work: Promise<void>): Promise<void> => {
  const timer = new AbortController()
  await Promise.race([work, wait(ANSWER_WITHIN_MS, undefined, { signal: timer.signal }).catch(() => undefined)])
  timer.abort()
}

type MovingCall = CreatingCall<'log' | 'secret' | 'settleSeconds' | 'shopCredit' | 'limits'>

/**
 * Moves an amount of the caller's own credit to their account at the shop platform.
 * @returns the transfers that it takes, one for each expiry, as far as they have got
 * @throws PRECONDITION_FAILED without a platform; TOO_MANY_REQUESTS; CONFLICT while another is under way; BAD_REQUEST for `amount`
 */
export async function useInShop(call: MovingCall, input: z.output<typeof useInShopInput>): Promise<CreditTransfer[]> {
  const services = withPlatform(call)
  await call.limits.take('creditTransfers', call.viewer.userId)
  const { accountId, ids } = await writeOut(call, input)
  await within(goOn(services, accountId))
  return readTransfers(call, ids)
}

/**
 * Takes back what the platform has left of a transfer.
 * @param owner the customer who calls; null for an administrator
 * @throws as `useInShop`, and NOT_FOUND
 */
export async function takeBack(call: MovingCall, owner: string | null, input: z.output<typeof takeBackInput>): Promise<CreditTransfer[]> {
  const services = withPlatform(call)
  if (owner !== null) await call.limits.take('creditTransfers', owner)
  const { accountId, ids } = await writeBack(call, owner, input)
  await within(goOn(services, accountId))
  return readTransfers(call, ids)
}

/** Seconds between two looks in the background, with and without something under way. */
const SOON_SECONDS = 10
const LATER_SECONDS = 60
/** Accounts that one round works on. */
const PORTION = 50

/** Goes on with all that is under way, whichever process has begun it. @returns seconds until the next round */
export async function settleTransfers(services: Running): Promise<number> {
  const open = () =>
    services.db.prisma.$queryRaw<{ id: string }[]>`
      SELECT account_id::text AS id FROM credit_transfers WHERE state IN ('waiting', 'asked', 'unknown')
      GROUP BY account_id ORDER BY max(updated_at) LIMIT ${PORTION}`
  for (const { id } of await open()) await goOn(services, id)
  // A call that was lost is given up as soon as it cannot come any more.
  const soon = Math.max(1, Math.min(SOON_SECONDS, services.settleSeconds))
  return (await open()).length > 0 ? soon : LATER_SECONDS
}
