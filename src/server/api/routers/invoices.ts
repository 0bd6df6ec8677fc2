import { buyerAccountInput, debtorsInput, invoicesInput, receivedInput } from '~/contracts/billing/invoice-list'
import { listDebtors, readBuyerAccount } from '~/server/billing/invoices/debtors'
import { listInvoices } from '~/server/billing/invoices/list-invoices'
import { readReceived } from '~/server/billing/invoices/received-money'
import { billInput } from '~/contracts/billing/bill'
import {
  chargeInterestInput,
  creditInvoiceInput,
  invoiceInput,
  issueInvoiceInput,
  ownInvoicesInput,
  withdrawInvoiceInput,
} from '~/contracts/billing/invoices'
import { createTRPCRouter, protectedAdminProcedure, signedInProcedure } from '~/server/api/trpc'
import { chargeInterest, interestOf } from '~/server/billing/invoices/interest'
import {
  billOf,
  creditInvoice,
  invoiceById,
  issueInvoice,
  ownBill,
  ownInvoice,
  ownInvoices,
  withdrawInvoice,
} from '~/server/billing/invoices/invoices'
import { approvalProcedures, leftToGiveProcedure } from '../procedures/approval-procedures'
import { billingPartyProcedures } from '../procedures/billing-party-procedures'

const waiting = approvalProcedures(
  ['credit_note', 'payee'],
  'Credit notes above `CREDIT_LIMIT`, and changes of the account that customers pay to,',
)

export const invoicesRouter = createTRPCRouter({
  ...billingPartyProcedures,

  list: protectedAdminProcedure
    .meta({ about: 'A page of invoices and credit notes, with the number of each state and what is owed.' })
    .input(invoicesInput.prefault({}))
    .query(({ ctx, input }) => listInvoices(ctx, input)),

  debtors: protectedAdminProcedure
    .meta({ about: 'Who owes how much and since when, the largest debts first.' })
    .input(debtorsInput.prefault({}))
    .query(({ ctx, input }) => listDebtors(ctx, input)),

  account: protectedAdminProcedure
    .meta({ about: 'What a customer owes by their invoices, and what of their money pays none.' })
    .input(buyerAccountInput)
    .query(({ ctx, input }) => readBuyerAccount(ctx, input)),

  received: protectedAdminProcedure
    .meta({ about: 'Money received in a period by day and method, with what has become of it.' })
    .input(receivedInput)
    .query(({ ctx, input }) => readReceived(ctx, input)),

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
      gives: false,
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

  credit: protectedAdminProcedure
    .meta({
      gives: true,
      recentProof: true,
      about:
        'Corrects an issued invoice by a credit note: for lines, parts of them, or the whole amount left. It cancels the debt first; then money that was paid goes on account, and store credit is returned. If one administrator gives, or one customer gets, more than `CREDIT_LIMIT` in 30 days, it needs a recent proof and waits for `approve`: the answer is in the state `waiting`.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'more than is left of a line or of the invoice',
        CONFLICT:
          'a stale `version`, no issued invoice, one that is credited already, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(creditInvoiceInput)
    .mutation(({ ctx, input }) => creditInvoice(ctx, input)),

  leftToGive: leftToGiveProcedure,
  requests: waiting.list,
  approve: waiting.approve,
  refuse: waiting.refuse,

  interestOf: protectedAdminProcedure
    .meta({ about: 'The interest for late payment that a business owes on an invoice today.', errors: { NOT_FOUND: true } })
    .input(invoiceInput)
    .query(({ ctx, input }) => interestOf(ctx, input)),

  chargeInterest: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Charges that interest by an invoice of its own, outside the scope of VAT.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'nothing is due, the buyer is no business, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(chargeInterestInput)
    .mutation(({ ctx, input }) => chargeInterest(ctx, input)),

  withdraw: protectedAdminProcedure
    .meta({
      gives: false,
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
