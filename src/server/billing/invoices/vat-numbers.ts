import * as z from 'zod'
import { boundedFetch } from '~/server/catalogue/shop/shopify/bounded-fetch'
import { rowId } from '~/contracts/fields'
import type { Buyer, Prisma } from '~/generated/prisma/client'
import { JobError } from '~/server/platform/errors'
import type { JobKind } from '~/server/platform/jobs/consumer'
import { DAY_OF_PAUSES } from '~/server/platform/outbox/send-messages'
import type { Services } from '~/server/services'

/** In prisma/migrations. */
const QUEUE = 'vat-numbers'
/** Milliseconds; HMRC usually answers within a second. */
const ANSWER_WITHIN_MS = 5_000
const LARGEST_ANSWER = 64 * 1024
/** Ends before the job expires (`expire_seconds` in prisma/migrations: 30). */
const TRY_SECONDS = 20
const AT_ONCE = 2

const job = z.object({ buyerId: rowId, vatNumber: z.string().max(20) })
const found = z.object({ target: z.object({ vatNumber: z.string() }) })
const missing = z.object({ code: z.literal('NOT_FOUND') })

/** HMRC knows numbers of the United Kingdom alone. */
const digitsOf = (vatNumber: string): string | null => /^GB(\d{9}|\d{12})$/.exec(vatNumber)?.[1] ?? null

/** Never throws: a missing, late or unreadable answer is 'unknown'. @param url without a trailing slash */
async function lookUpVatNumber(
  url: string,
  digits: string,
  { withinMs = ANSWER_WITHIN_MS } = {},
): Promise<'valid' | 'invalid' | 'unknown'> {
  try {
    const address = `${url}/organisations/vat/check-vat-number/lookup/${encodeURIComponent(digits)}`
    const ask = boundedFetch(address, { withinMs, largest: LARGEST_ANSWER })
    const answer = await ask(address, { headers: { accept: 'application/json' } })
    const body: unknown = await answer.json()
    if (answer.status === 200) return found.safeParse(body).data?.target.vatNumber.replaceAll(/\D/g, '') === digits ? 'valid' : 'unknown'
    return answer.status === 404 && missing.safeParse(body).success ? 'invalid' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Queues a check in the saving transaction, if HMRC is asked and may know the number. */
export async function postVatCheck(
  tx: Pick<Prisma.TransactionClient, '$queryRawUnsafe'>,
  { jobs, vatNumberUrl }: Pick<Services, 'jobs' | 'vatNumberUrl'>,
  { id: buyerId, vatNumber }: Pick<Buyer, 'id' | 'vatNumber'>,
): Promise<void> {
  if (vatNumberUrl !== null && vatNumber !== null && digitsOf(vatNumber) !== null) await jobs.post(tx, QUEUE, { buyerId, vatNumber })
}

interface Deps extends Pick<Services, 'db' | 'now' | 'vatNumberUrl'> {
  pauses?: readonly number[] | undefined
  withinMs?: number | undefined
}

/** An unknown result is tried again later. */
export const vatNumberKind = ({ db, now, vatNumberUrl, pauses = DAY_OF_PAUSES, withinMs }: Deps): JobKind<z.output<typeof job>> => ({
  name: QUEUE,
  data: job,
  atOnce: AT_ONCE,
  seconds: TRY_SECONDS,
  pauses,
  async run({ data: { buyerId, vatNumber } }) {
    const digits = digitsOf(vatNumber)
    if (vatNumberUrl === null || digits === null) return
    const state = await lookUpVatNumber(vatNumberUrl, digits, withinMs === undefined ? {} : { withinMs })
    // A number saved meanwhile has its own job.
    await db.prisma.buyer.updateMany({ where: { id: buyerId, vatNumber }, data: { vatNumberState: state, vatNumberCheckedAt: now() } })
    if (state === 'unknown') throw new JobError('vat_number_unknown')
  },
})
