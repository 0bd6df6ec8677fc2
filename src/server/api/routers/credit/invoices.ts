import { billInput } from '~/contracts/credit/bill'
import { invoiceInput, issueInvoiceInput, ownInvoicesInput, withdrawInvoiceInput } from '~/contracts/credit/invoices'
import { createTRPCRouter, protectedAdminProcedure, signedInProcedure } from '~/server/api/trpc'
import { billOf, invoiceById, issueInvoice, ownBill, ownInvoice, ownInvoices, withdrawInvoice } from '~/server/credit/billing/invoices'

export const invoicesRouter = createTRPCRouter({
  byId: protectedAdminProcedure
    .meta({ about: 'An invoice or a credit note with its lines, parties and what followed.', errors: { NOT_FOUND: true } })
    .input(invoiceInput)
    .query(({ ctx, input }) => invoiceById(ctx, input)),

  bill: protectedAdminProcedure
    .meta({
      about: 'What a repair or an order costs, its invoices and payments, what is left to pay, and a credit note to propose.',
      errors: { NOT_FOUND: true },
    })
    .input(billInput)
    .query(({ ctx, input }) => billOf(ctx, input)),

  issue: protectedAdminProcedure
    .meta({
      about:
        'Bills a repair or an order of the own catalogue, less what was billed of it before. Where something is missing the document waits and says for what; repeated, it answers the invoice that is there.',
      errors: {
        NOT_FOUND: true,
        CONFLICT:
          "an order of the shop platform's, a cancelled one, nothing to bill, or an `idempotencyKey` that was sent with another input",
      },
    })
    .input(issueInvoiceInput)
    .mutation(({ ctx, input }) => issueInvoice(ctx, input)),

  withdraw: protectedAdminProcedure
    .meta({
      about: 'Takes back a document that waits: it never gets a number.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or it is issued' },
    })
    .input(withdrawInvoiceInput)
    .mutation(({ ctx, input }) => withdrawInvoice(ctx, input)),

  own: signedInProcedure
    .meta({ about: 'A page of the invoices and credit notes that were issued to oneself, the latest first.' })
    .input(ownInvoicesInput.prefault({}))
    .query(({ ctx, input }) => ownInvoices(ctx, ctx.viewer.userId, input)),

  ownById: signedInProcedure
    .meta({ about: "An invoice or a credit note of one's own.", errors: { NOT_FOUND: "also somebody else's" } })
    .input(invoiceInput)
    .query(({ ctx, input }) => ownInvoice(ctx, ctx.viewer.userId, input)),

  ownBill: signedInProcedure
    .meta({ about: "The bill of a repair or an order of one's own, as `bill`.", errors: { NOT_FOUND: "also somebody else's" } })
    .input(billInput)
    .query(({ ctx, input }) => ownBill(ctx, input)),
})
