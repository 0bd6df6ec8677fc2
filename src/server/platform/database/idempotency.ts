import { createHash } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'

type Tx = Prisma.TransactionClient

/** A call that its caller may send more than once and means once. */
export interface Submission {
  /** The user's id, or 'visitor': one's keys are nobody else's. */
  caller: string
  /** What the caller made up for it; undefined for a caller that sends none. */
  key: string | undefined
  /** The procedure's path. */
  procedure: string
  /** What was sent beside the key, and is compared. */
  input: object
  now: Date
}

/** How long a key stands for its first call. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1000

const hashOf = (input: object) => createHash('sha256').update(JSON.stringify(input)).digest('base64url')

/** Takes the key, also one that has expired; false when it is taken. Waits for a call of the same key that is under way. */
async function takeKey(tx: Tx, { caller, procedure, input, now }: Submission, key: string): Promise<boolean> {
  const expired = new Date(now.getTime() - KEY_KEPT_MS)
  const taken = await tx.$queryRaw<unknown[]>`
    INSERT INTO idempotency_keys AS known (caller, key, procedure, input_hash, created_at)
    VALUES (${caller}, ${key}, ${procedure}, ${hashOf(input)}, ${now})
    ON CONFLICT (caller, key) DO UPDATE
      SET procedure = EXCLUDED.procedure, input_hash = EXCLUDED.input_hash, answer = NULL, created_at = EXCLUDED.created_at
      WHERE known.created_at <= ${expired}
    RETURNING key`
  return taken.length > 0
}

/** What the first call was answered. @throws CONFLICT when that was another call, or had another input */
async function firstAnswer<T>(tx: Tx, { caller, procedure, input }: Submission, key: string): Promise<T> {
  const known = await tx.idempotencyKey.findUniqueOrThrow({ where: { caller_key: { caller, key } } })
  if (known.procedure !== procedure || known.inputHash !== hashOf(input) || known.answer === null) {
    throw new TRPCError({
      code: 'CONFLICT',
      message: 'This has been saved already, with other values. Look at what was saved before you save once more.',
    })
  }
  return superjson.parse<T>(known.answer)
}

/**
 * Does a creating work once for each key, in one transaction with the key itself: work that fails leaves
 * the key unused. Sent again within 24 hours, also while the first call is under way and in another
 * process, the same key gets the first answer and nothing is created.
 * @throws CONFLICT for a key that was sent with another input, and what the work throws
 */
export async function idempotent<T>(prisma: PrismaClient, submission: Submission, work: (tx: Tx) => Promise<T>): Promise<T> {
  // A call that has waited for another one must see what that has written.
  const isolationLevel = Prisma.TransactionIsolationLevel.ReadCommitted
  return prisma.$transaction(
    async (tx) => {
      const { caller, key } = submission
      if (key === undefined) return work(tx)
      if (!(await takeKey(tx, submission, key))) return firstAnswer<T>(tx, submission, key)
      const answer = await work(tx)
      await tx.idempotencyKey.update({ where: { caller_key: { caller, key } }, data: { answer: superjson.stringify(answer) } })
      return answer
    },
    { isolationLevel },
  )
}
