import { trackInput } from '~/contracts/track-input'
import { bookPeriod } from '~/contracts/billing/books'
import { buyerInput, buyerOfUserInput, ownBuyerInput, rateInput, saveBuyerOfCaseInput } from '~/contracts/billing/buyers'
import { saveVatReturnInput, vatQuarter } from '~/contracts/billing/vat-return'
import { sellerInput } from '~/contracts/billing/seller'
import { protectedAdminProcedure, provenAdminProcedure, publicProcedure, signedInProcedure } from '~/server/api/trpc'
import { countDocuments } from '~/server/billing/books/read-books'
import { lockVatReturn, readVatReturn, saveVatReturn, unlockVatReturn } from '~/server/billing/books/vat-returns'
import { buyerOfCase, readBuyer, saveBuyer, saveBuyerOfCase, saveOwnBuyer } from '~/server/billing/invoices/buyers'
import { listRates, listVatRates, saveRate, saveSeller, sellerDetails } from '~/server/billing/invoices/seller-details'

const noLink = { NOT_FOUND: 'the link is unknown, revoked or over', TOO_MANY_REQUESTS: true } as const

export const billingPartyProcedures = {
  buyer: protectedAdminProcedure
    .meta({
      about: "A customer's billing details; those of their account, with version 0, where none are saved.",
      errors: { NOT_FOUND: true },
    })
    .input(buyerOfUserInput)
    .query(({ ctx, input }) => readBuyer(ctx, input)),

  saveBuyer: protectedAdminProcedure
    .meta({
      gives: false,
      about: "Saves a customer's billing details and payment terms. Documents that waited for an address are issued.",
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' },
    })
    .input(buyerInput)
    .mutation(({ ctx, input }) => saveBuyer(ctx, input)),

  ownBuyer: signedInProcedure
    .meta({ about: "One's own billing details, as `buyer`." })
    .query(({ ctx }) => readBuyer(ctx, { userId: ctx.viewer.userId })),

  saveOwnBuyer: signedInProcedure
    .meta({ gives: false, about: "Saves one's own billing details.", errors: { CONFLICT: 'a stale `version`' } })
    .input(ownBuyerInput)
    .mutation(({ ctx, input }) => saveOwnBuyer(ctx, input)),

  buyerOfCase: publicProcedure
    .meta({
      about:
        "The billing details of a case's customer, by the secret of a link. Of an account that somebody can sign in to, `isKnown` alone says whether there are any.",
      errors: noLink,
    })
    .input(trackInput)
    .query(({ ctx, input }) => buyerOfCase(ctx, input)),

  saveBuyerOfCase: publicProcedure
    .meta({
      gives: false,
      about:
        "Saves the billing details of a case's customer, by the secret of a link. Of an account that somebody can sign in to, only what is missing, and only while it has no address.",
      errors: {
        ...noLink,
        CONFLICT: 'a stale `version`, a case of nobody or of another customer by now, or an account that has an address',
      },
    })
    .input(saveBuyerOfCaseInput)
    .mutation(({ ctx, input }) => saveBuyerOfCase(ctx, input)),

  seller: protectedAdminProcedure
    .meta({ about: 'Whom bills are from, how they are paid, and deposits by service.' })
    .query(({ ctx }) => sellerDetails(ctx)),

  saveSeller: provenAdminProcedure
    .meta({
      gives: false,
      about:
        'Saves them. Another account that customers pay to is `waiting` until a second administrator approves it by `approve`; the first account of a shop takes effect at once if an administrator without limits saves it. All administrators are emailed about it. Documents that waited for the details are issued; issued ones stay as they are.',
      errors: { CONFLICT: 'a stale `version`' },
    })
    .input(sellerInput)
    .mutation(({ ctx, input }) => saveSeller(ctx, input)),

  countBooked: protectedAdminProcedure
    .meta({ about: 'How many documents of some days are issued, for programs that import only so many from a file.' })
    .input(bookPeriod)
    .query(async ({ ctx, input }) => ({ documents: await countDocuments(ctx, input) })),

  vatReturn: protectedAdminProcedure
    .meta({
      about:
        'The return of VAT for a quarter of the calendar (GBP): boxes 1 to 9, with the first 200 documents and trade-ins behind them. Documents that came after their quarter was locked are in the next one.',
    })
    .input(vatQuarter)
    .query(({ ctx, input }) => readVatReturn(ctx, input)),

  saveVatReturn: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Saves what the shop cannot know of a quarter: purchases, imports and other sales.',
      errors: { CONFLICT: 'a stale `version`, or a locked quarter' },
    })
    .input(saveVatReturnInput)
    .mutation(({ ctx, input }) => saveVatReturn(ctx, input)),

  lockVatReturn: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Locks a quarter that is over, as it was sent to HMRC.',
      errors: { CONFLICT: 'it is locked, not over, not the next one, or a rate of exchange is missing' },
    })
    .input(vatQuarter)
    .mutation(({ ctx, input }) => lockVatReturn(ctx, input)),

  unlockVatReturn: protectedAdminProcedure
    .meta({ gives: false, about: 'Opens the last locked quarter again.', errors: { CONFLICT: 'it is open, or a later one is locked' } })
    .input(vatQuarter)
    .mutation(({ ctx, input }) => unlockVatReturn(ctx, input)),

  rates: protectedAdminProcedure
    .meta({ about: 'The newest hundred rates of exchange: sterling for one euro.' })
    .query(({ ctx }) => listRates(ctx)),

  saveRate: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Saves the rate of a day. Documents that waited for one are issued.',
      errors: { CONFLICT: 'a document has another rate of that day' },
    })
    .input(rateInput)
    .mutation(({ ctx, input }) => saveRate(ctx, input)),

  vatRates: protectedAdminProcedure.meta({ about: 'Rates of VAT, each since a day.' }).query(({ ctx }) => listVatRates(ctx)),
}
