import { failedIdsInput } from '~/contracts/outbox'
import { discardFailed, readFailed, sendAgain } from '~/server/outbox/failed'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

/** Letters and messages to phones that could not be sent. */
export const outboxRouter = createTRPCRouter({
  failed: protectedAdminProcedure.query(({ ctx }) => readFailed(ctx)),

  /** @throws NOT_FOUND where none of them has failed; CONFLICT where all are codes that have expired */
  sendAgain: protectedAdminProcedure.input(failedIdsInput).mutation(({ ctx, input }) => sendAgain(ctx, actorOf(ctx), input.ids)),

  /** @throws NOT_FOUND where none of them has failed */
  discard: protectedAdminProcedure.input(failedIdsInput).mutation(({ ctx, input }) => discardFailed(ctx, actorOf(ctx), input.ids)),
})
