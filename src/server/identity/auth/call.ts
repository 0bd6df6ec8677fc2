import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record'
import { idempotent } from '~/server/platform/database/idempotency'
import type { Services } from '~/server/services'
import type { Viewer } from './read-session'

/**
 * What nouns offer has one shape: `(call, input)`. The call is what the API's context has of it: some of the services, and
 * who calls.
 */
export type Call<Name extends keyof Services> = Pick<Services, Name> & {
  /** Who is written down for it. */
  actor: Actor
}

/** A call of somebody signed in. */
export type SignedInCall<Name extends keyof Services> = Call<Name> & { viewer: Viewer }

/** A creating call, which may be sent more than once and is meant once. */
export type CreatingCall<Name extends keyof Services> = SignedInCall<Name | 'db' | 'now'> & {
  /** The procedure's path. */
  procedure: string
}

/** Does a creating work once for each key of its caller (platform/database/idempotency.ts). */
export const createOnce = <Input extends { idempotencyKey?: string | undefined }, Made>(
  { db, now, viewer, procedure }: CreatingCall<never>,
  { idempotencyKey: key, ...input }: Input,
  work: (tx: Prisma.TransactionClient, input: Omit<Input, 'idempotencyKey'>) => Promise<Made>,
): Promise<Made> => idempotent(db.prisma, { caller: viewer.userId, key, procedure, input, now: now() }, (tx) => work(tx, input))
