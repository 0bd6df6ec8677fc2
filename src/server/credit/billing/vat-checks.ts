import * as z from 'zod'
import type { Prisma } from '~/generated/prisma/client'
import { JobError } from '~/server/platform/errors'
import type { JobKind } from '~/server/platform/jobs/consumer'
import type { Services } from '~/server/services'
import { DAY_OF_PAUSES } from '~/server/office/outbox/send'

/** British VAT numbers are checked with HMRC once they are saved. No invoice waits for the answer. */

export const VAT_QUEUE = 'vat-numbers'
/** An attempt ends before the job expires (`expire_seconds` in prisma/migrations: 30). */
const TRY_SECONDS = 15
const AT_ONCE = 2

/** Asks if a number is registered, by its 9 or 12 digits. @throws {JobError} if that is not known */
export type VatLookup = (digits: string) => Promise<'valid' | 'invalid'>

/** HMRC knows numbers of 9 and 12 digits; those of government departments and health authorities, and of other countries, it does not. */
export const needsCheck = (vatNumber: string | null): vatNumber is string => vatNumber !== null && /^GB(?:\d{9}|\d{12})$/.test(vatNumber)

const checkData = z.object({ buyerId: z.guid(), vatNumber: z.string().max(20) })

/** Has a number checked once the transaction is committed. */
export const postCheck = (
  tx: Prisma.TransactionClient,
  { jobs }: Pick<Services, 'jobs'>,
  buyerId: string,
  vatNumber: string,
): Promise<void> => jobs.post(tx, VAT_QUEUE, { buyerId, vatNumber })

interface Deps extends Pick<Services, 'db' | 'now'> {
  vatLookup: VatLookup | null
  /** Replaces the pauses (s) between attempts. */
  pauses?: readonly number[] | undefined
}

/** Notes the answer, unless the number has changed since. */
const note = ({ db, now }: Deps, { buyerId, vatNumber }: z.output<typeof checkData>, state: 'valid' | 'invalid' | 'unknown') =>
  db.prisma.buyer.updateMany({ where: { id: buyerId, vatNumber }, data: { vatNumberState: state, vatNumberCheckedAt: now() } })

export const vatNumberKind = (deps: Deps): JobKind<z.output<typeof checkData>> => ({
  name: VAT_QUEUE,
  data: checkData,
  atOnce: AT_ONCE,
  seconds: TRY_SECONDS,
  pauses: deps.pauses ?? DAY_OF_PAUSES,
  async run({ data }) {
    const buyer = await deps.db.prisma.buyer.findUnique({ where: { id: data.buyerId }, select: { vatNumber: true } })
    // Changed since, or the environment names no service any more.
    if (!deps.vatLookup || buyer?.vatNumber !== data.vatNumber) return
    try {
      await note(deps, data, await deps.vatLookup(data.vatNumber.slice('GB'.length)))
    } catch (error) {
      await note(deps, data, 'unknown')
      throw error instanceof JobError ? error : new JobError('error')
    }
  },
})
