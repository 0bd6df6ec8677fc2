import {
  buyerInput,
  buyerOfCaseDetails,
  buyerOfCaseInput,
  buyerOfUserInput,
  ownBuyerInput,
  rateInput,
  sellerInput,
} from '~/contracts/credit/buyers'
import { protectedAdminProcedure, provenAdminProcedure, publicProcedure, signedInProcedure } from '~/server/api/trpc'
import { caseOfLink } from '~/server/cases/customer/access'
import { readSeller } from '~/server/credit/billing/parties'
import { readBuyer, readBuyerOfCase, saveBuyer, saveBuyerOfCase, saveOwnBuyer } from '~/server/credit/billing/save-buyers'
import { readRates, readVatRates, saveRate, saveSeller } from '~/server/credit/billing/save-seller'
import { networkOf } from '~/server/identity/auth/limits'

const noLink = { NOT_FOUND: 'the link is unknown, revoked or over', TOO_MANY_REQUESTS: true } as const

/** Whom bills name, whom they are from, and the rates that they go by: part of `invoices`. */
export const billingPartyProcedures = {
  buyer: protectedAdminProcedure
    .meta({ about: "A customer's billing details; those of their account where none are saved.", errors: { NOT_FOUND: true } })
    .input(buyerOfUserInput)
    .query(({ ctx, input: { userId } }) => readBuyer(ctx, userId)),

  saveBuyer: protectedAdminProcedure
    .meta({
      about: "Saves a customer's billing details and payment terms; invoices that waited for an address are issued.",
      errors: { NOT_FOUND: true, CONFLICT: true },
    })
    .input(buyerInput)
    .mutation(({ ctx, input }) => saveBuyer(ctx, input)),

  ownBuyer: signedInProcedure
    .meta({ about: "One's own billing details.", errors: { NOT_FOUND: true } })
    .query(({ ctx }) => readBuyer(ctx, ctx.viewer.userId)),

  saveOwnBuyer: signedInProcedure
    .meta({ about: "Saves one's own billing details; payment terms stay as they are.", errors: { NOT_FOUND: true, CONFLICT: true } })
    .input(ownBuyerInput)
    .mutation(({ ctx, input }) => saveOwnBuyer(ctx, ctx.viewer.userId, input)),

  buyerOfCase: publicProcedure
    .meta({
      about:
        'If an invoice of a case waits for the billing address, by the secret of a link, and the details that can be changed by it: null where the customer has an account or has given an address.',
      errors: noLink,
    })
    .input(buyerOfCaseInput)
    .query(async ({ ctx, input: { token } }) => readBuyerOfCase(ctx, await caseOfLink(ctx, token))),

  saveBuyerOfCase: publicProcedure
    .meta({
      about: 'Saves billing details by the secret of a link, once; the invoice that waited for them is issued.',
      errors: {
        ...noLink,
        FORBIDDEN: 'the customer has an account, or has given an address already',
        CONFLICT: 'a stale `version`, a case of nobody, or one that has gone to another customer',
      },
    })
    .input(buyerOfCaseDetails)
    .mutation(async ({ ctx, input: { token, ...given } }) => {
      const theirs = await caseOfLink(ctx, token)
      await ctx.limits.take('trackingAnswers', networkOf(ctx.client))
      return saveBuyerOfCase({ ...ctx, actor: { userId: null, email: null, ...ctx.client, requestId: ctx.requestId } }, theirs, given)
    }),

  seller: protectedAdminProcedure
    .meta({ about: 'Whom bills are from, how they are paid, and the deposits of repairs.' })
    .query(({ ctx }) => readSeller(ctx.db.prisma)),

  saveSeller: provenAdminProcedure
    .meta({
      about: 'Saves whom bills are from and how they are paid; without a VAT number bills have no VAT. What was issued stays as it is.',
      errors: { CONFLICT: true },
    })
    .input(sellerInput)
    .mutation(({ ctx, input }) => saveSeller(ctx, input)),

  rates: protectedAdminProcedure
    .meta({ about: 'The newest 100 rates of exchange: sterling for one euro by day, and who says so.' })
    .query(({ ctx }) => readRates(ctx)),

  saveRate: protectedAdminProcedure
    .meta({
      about: 'Saves the rate of a day, in place of another; invoices that waited for one are issued. Answers the newest 100.',
      errors: { BAD_REQUEST: 'a day to come', CONFLICT: 'an issued document has used another value of the day' },
    })
    .input(rateInput)
    .mutation(({ ctx, input }) => saveRate(ctx, input)),

  vatRates: protectedAdminProcedure.meta({ about: 'The rates of VAT since their days.' }).query(({ ctx }) => readVatRates(ctx)),
}
