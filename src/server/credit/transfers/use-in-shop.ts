import type { CreatingCall } from '~/server/call'
import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod'
import type { CreditTransfer, takeBackInput, useInShopInput } from '~/contracts/credit/transfers'
import type { Services } from '~/server/services'
import { readTransfers } from './read-transfers'
import { runTransfers, type Running } from './run-transfers'
import { notOffered, writeBack, writeOut } from './write-transfer'

/** Milliseconds after which a caller gets the known state; the work continues. */
const ANSWER_WITHIN_MS = 12_000

type Moving = Pick<Services, 'db' | 'now' | 'log' | 'secret' | 'settleSeconds' | 'shopCredit'>

const running = new WeakMap<object, Map<string, Promise<void>>>()

/** Joins a run of the same account in this process. Never rejects. */
function continueTransfers(services: Running, accountId: string): Promise<void> {
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
 * Moves the caller's credit to their account at the shop platform.
 * @returns its transfers so far, one for each expiry
 * @throws PRECONDITION_FAILED without a platform; TOO_MANY_REQUESTS; CONFLICT while another is under way; BAD_REQUEST for `amount`
 */
export async function useInShop(call: MovingCall, input: z.output<typeof useInShopInput>): Promise<CreditTransfer[]> {
  const services = withPlatform(call)
  await call.limits.take('creditTransfers', call.viewer.userId)
  const { accountId, ids } = await writeOut(call, input)
  await within(continueTransfers(services, accountId))
  return readTransfers(call, ids)
}

/** @param owner the calling customer; null for an administrator @throws as `useInShop`, and NOT_FOUND */
export async function takeBack(call: MovingCall, owner: string | null, input: z.output<typeof takeBackInput>): Promise<CreditTransfer[]> {
  const services = withPlatform(call)
  if (owner !== null) await call.limits.take('creditTransfers', owner)
  const { accountId, ids } = await writeBack(call, owner, input)
  await within(continueTransfers(services, accountId))
  return readTransfers(call, ids)
}

/** Longest seconds between two rounds, with and without open transfers. */
const SOON_SECONDS = 10
const LATER_SECONDS = 60
const PORTION = 50

/** Whichever process began them. @returns seconds until the next round, also for giving up a lost call as soon as possible */
export async function settleTransfers(services: Running): Promise<number> {
  const { db, now, settleSeconds } = services
  const open = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT account_id::text AS id FROM credit_transfers WHERE state IN ('waiting', 'asked', 'unknown')
    GROUP BY account_id ORDER BY max(updated_at) LIMIT ${PORTION}`
  for (const { id } of open) await continueTransfers(services, id)
  const { _count, _min } = await db.prisma.creditTransfer.aggregate({
    where: { state: { in: ['waiting', 'asked', 'unknown'] } },
    _count: true,
    _min: { askedAt: true },
  })
  if (_count === 0) return Math.min(LATER_SECONDS, settleSeconds)
  const soon = Math.min(SOON_SECONDS, settleSeconds)
  const left = _min.askedAt ? Math.ceil(settleSeconds - (now().getTime() - _min.askedAt.getTime()) / 1000) : soon
  return left > 0 ? Math.min(soon, left) : soon
}
