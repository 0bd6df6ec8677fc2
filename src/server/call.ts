import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record-audit'
import { idempotent } from '~/server/platform/database/idempotency'
import type { Services } from '~/server/services'
import type { Viewer } from '~/server/identity/auth/read-session'

/** Every use case takes `(call, input)`: the services that it needs, and the caller. */
export type Call<Name extends keyof Services> = Pick<Services, Name> & {
  actor: Actor
}

export type SignedInCall<Name extends keyof Services> = Call<Name> & { viewer: Viewer }

export type CreatingCall<Name extends keyof Services> = SignedInCall<Name | 'db' | 'now'> & {
  procedure: string
}

/** Runs once for each idempotency key of its caller (platform/database/idempotency.ts). */
export const createOnce = <Input extends { idempotencyKey?: string | undefined }, Made>(
  { db, now, viewer, procedure }: CreatingCall<never>,
  { idempotencyKey: key, ...input }: Input,
  work: (tx: Prisma.TransactionClient, input: Omit<Input, 'idempotencyKey'>) => Promise<Made>,
): Promise<Made> => idempotent(db.prisma, { caller: viewer.userId, key, procedure, input, now: now() }, (tx) => work(tx, input))
