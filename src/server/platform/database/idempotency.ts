import { createHash } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'

type Tx = Prisma.TransactionClient

export interface Submission {
  /** A user's id, or 'visitor'; keys of callers are separate. */
  caller: string
  key: string | undefined
  procedure: string
  /** A repeat must match it. */
  input: object
  now: Date
}

export const KEY_KEPT_MS = 24 * 60 * 60 * 1000

const hashOf = (input: object) => createHash('sha256').update(JSON.stringify(input)).digest('base64url')

/** Also takes an expired key; false if it is taken. Waits for a call with the same key. */
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

/** @throws CONFLICT if that was another procedure, or had another input */
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

/** One transaction with the key; a repeat within 24 hours gets the first answer. @throws CONFLICT for another input, and as the work */
export async function idempotent<T>(prisma: PrismaClient, submission: Submission, work: (tx: Tx) => Promise<T>): Promise<T> {
  // A call that has waited must see what the other wrote.
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
