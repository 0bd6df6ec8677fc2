import { createHash } from 'node:crypto'
import { networkAnswer, type NetworkAnswer } from '~/contracts/catalogue/network-inputs'
import { STALE_HOURS } from '~/contracts/catalogue/network'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import { boundedFetch } from '~/server/catalogue/shop/shopify/bounded-fetch'
import { PlatformError } from '~/server/catalogue/shop/shopify/platform-error'
import type { Services } from '~/server/services'
import { columnsOf, lockNetwork } from './save-network'

/** Asks `NETWORK_API_URL` once a day for all processes. An answer counts whole or not at all. */

const HOUR_MS = 60 * 60 * 1000
const DAY_SECONDS = 24 * 60 * 60
const AGAIN_SECONDS = 60 * 60
const LARGEST_ANSWER = 256 * 1024
const ANSWER_WITHIN_MS = 10_000
const LONGEST_ETAG = 200

const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url')

/** The peer's own text never reaches a screen. */
class FeedFailure extends Error {
  override name = 'FeedFailure'
}

interface Asked {
  /** Null if nothing has changed. */
  answer: NetworkAnswer | null
  etag: string | null
}

async function ask(address: string, etag: string | null, { now, withinMs }: { now: number; withinMs: number }): Promise<Asked> {
  const headers = { accept: 'application/json', ...(etag !== null && { 'if-none-match': etag }) }
  let response: Response
  try {
    response = await boundedFetch(address, { largest: LARGEST_ANSWER, withinMs })(address, { headers })
  } catch (error) {
    if (error instanceof PlatformError) throw new FeedFailure(`The answer is larger than ${LARGEST_ANSWER / 1024} kB`, { cause: error })
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    throw new FeedFailure(isLate ? 'No whole answer in time' : 'Cannot be reached, or sends us to another address, which is not followed', {
      cause: error,
    })
  }
  if (response.status === 304 && etag !== null) return { answer: null, etag }
  if (response.status !== 200) throw new FeedFailure(`Answers with status ${response.status}`)
  let body: unknown
  try {
    body = await response.json()
  } catch (error) {
    throw new FeedFailure('The answer is not JSON', { cause: error })
  }
  const { data, error } = networkAnswer(now).safeParse(body)
  if (!data) {
    const [issue] = error.issues
    throw new FeedFailure(`The answer has another shape: ${issue?.path.join('.') || 'it'}: ${issue?.message.slice(0, 100) ?? ''}`)
  }
  const given = response.headers.get('etag')
  return { answer: data, etag: given !== null && given.length <= LONGEST_ETAG ? given : null }
}

type Deps = Pick<Services, 'db' | 'now'>

/** Typed figures stay until they are too old to be shown. */
async function store({ db, now }: Deps, { time, source, coins }: NetworkAnswer): Promise<void> {
  const shownSince = new Date(now().getTime() - STALE_HOURS * HOUR_MS)
  await db.prisma.$transaction(async (tx) => {
    await lockNetwork(tx)
    const typed = await tx.networkCoin.findMany({ where: { isTyped: true, figuresAt: { gt: shownSince } }, select: { coin: true } })
    const isTyped = new Set(typed.map(({ coin }) => coin))
    const named = coins.map(({ coin }) => coin)
    await tx.networkCoin.deleteMany({ where: { isTyped: false, coin: { notIn: named } } })
    for (const coin of coins.toSorted((a, b) => Number(a.mergedWith !== null) - Number(b.mergedWith !== null))) {
      if (isTyped.has(coin.coin)) continue
      const data = { ...columnsOf(coin), source, isTyped: false, figuresAt: new Date(time) }
      await tx.networkCoin.upsert({ where: { coin: coin.coin }, create: data, update: data })
    }
  })
}

/** @returns seconds until the next look */
export async function lookAtNetwork(
  services: Pick<Services, 'db' | 'now' | 'log' | 'networkUrl'>,
  { withinMs = ANSWER_WITHIN_MS } = {},
): Promise<number> {
  const { db, now, log, networkUrl } = services
  if (networkUrl === null) return DAY_SECONDS
  const addressHash = hashOf(networkUrl)
  const stored = await db.prisma.networkFeed.findUnique({ where: { id: 1 } })
  const known = stored?.addressHash === addressHash ? stored : null
  const pause = known?.failure === null ? DAY_SECONDS : AGAIN_SECONDS
  const waited = known ? (now().getTime() - known.triedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
  // A clock that was set back must not silence the feed.
  if (waited >= 0 && waited < pause) return Math.ceil(pause - waited)
  // Written first, so that a crashed process does not ask again at once.
  const tried = { addressHash, triedAt: now(), etag: known?.etag ?? null, fetchedAt: known?.fetchedAt ?? null }
  const note = (data: { failure: string | null; etag?: string | null; fetchedAt?: Date }) =>
    db.prisma.networkFeed.upsert({ where: { id: 1 }, create: { ...tried, ...data }, update: { ...tried, ...data } })
  await note({ failure: 'No answer yet' })
  try {
    const { answer, etag } = await ask(networkUrl, tried.etag, { now: now().getTime(), withinMs })
    if (answer) await store(services, answer)
    await note({ failure: null, etag, fetchedAt: now() })
    return DAY_SECONDS
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.error({ err: error }, 'The figures of networks could not be read')
    await note({ failure: error instanceof FeedFailure ? error.message : 'The answer could not be stored' })
    return AGAIN_SECONDS
  }
}
