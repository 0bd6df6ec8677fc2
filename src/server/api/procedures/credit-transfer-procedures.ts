import { accountTransfersInput, takeBackInput, transferInput, useInShopInput } from '~/contracts/credit/transfers'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { readAccountTransfers, readCardCode, readOwnTransfers } from '~/server/credit/transfers/read-transfers'
import { takeBack, useInShop } from '~/server/credit/transfers/use-in-shop'
import { protectedAdminProcedure, signedInProcedure } from '~/server/api/trpc'

/** Credit leaves the shop's own books here, so its owner must be present. */
const provenProcedure = signedInProcedure.meta({ recentProof: true }).use(({ ctx, next }) => {
  requireRecentProof(ctx.viewer, ctx.now())
  return next()
})

const platformErrors = {
  PRECONDITION_FAILED: 'a shop without a platform that takes store credit (`SHOPIFY_ADMIN_URL`)',
  TOO_MANY_REQUESTS: true,
} as const

export const creditTransferProcedures = {
  transfers: signedInProcedure
    .meta({ about: "What of one's own store credit was moved to the shop platform and back, and whether it can be." })
    .query(({ ctx }) => readOwnTransfers(ctx, ctx.viewer.userId)),

  useInShop: provenProcedure
    .meta({
      gives: false,
      about:
        "Moves an amount of one's own store credit to one's account at the shop platform, or to a gift card. Answers a transfer for each expiry; one that is `asked` or `unknown` is found out about in the background.",
      errors: {
        ...platformErrors,
        BAD_REQUEST: 'less is there, or it expires on too many days',
        CONFLICT: 'another transfer is under way, no verified address, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(useInShopInput)
    .mutation(({ ctx, input }) => useInShop(ctx, input)),

  takeBack: signedInProcedure
    .meta({
      gives: false,
      about: "Takes back what is left of one's own transfer, as the credit that it was.",
      errors: {
        ...platformErrors,
        NOT_FOUND: true,
        CONFLICT: 'another transfer is under way, nothing is left, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(takeBackInput)
    .mutation(({ ctx, input }) => takeBack(ctx, ctx.viewer.userId, input)),

  giftCardCode: provenProcedure
    .meta({
      gives: false,
      about: "The code of a gift card that one's own store credit was moved to.",
      errors: { NOT_FOUND: 'also for what is no gift card' },
    })
    .input(transferInput)
    .mutation(({ ctx, input }) => readCardCode(ctx, ctx.viewer.userId, input)),

  transfersOf: protectedAdminProcedure
    .meta({ about: 'What of an account was moved to the shop platform and back.' })
    .input(accountTransfersInput)
    .query(({ ctx, input }) => readAccountTransfers(ctx, input)),

  takeBackFor: protectedAdminProcedure
    .meta({
      gives: false,
      about: "Takes back what is left of a customer's transfer, as `takeBack`.",
      errors: {
        PRECONDITION_FAILED: platformErrors.PRECONDITION_FAILED,
        NOT_FOUND: true,
        CONFLICT: 'another transfer is under way, nothing is left, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(takeBackInput)
    .mutation(({ ctx, input }) => takeBack(ctx, null, input)),
}
