import {
  bankLineInput,
  bankLinesInput,
  importBankInput,
  matchBankLineInput,
  previewBankInput,
  sketchBankInput,
} from '~/contracts/billing/bank'
import { bankAccountInput } from '~/contracts/billing/bank-accounts'
import {
  applyPaymentInput,
  decideRefundInput,
  paymentsInput,
  recordPaymentInput,
  refundPaymentInput,
  refundsInput,
  refuseRefundInput,
  reversePaymentInput,
  startPaymentInput,
} from '~/contracts/billing/receipts'
import { receivedInput } from '~/contracts/billing/invoice-list'
import { countTillInput } from '~/contracts/billing/till'
import { countTill, listTill } from '~/server/billing/till/till-counts'
import { listBankAccounts, saveBankAccount } from '~/server/billing/bank/bank-accounts'
import {
  ignoreBankLine,
  importBank,
  listBankLines,
  matchBankLine,
  previewBank,
  reopenBankLine,
  sketchBank,
} from '~/server/billing/bank/bank-lines'
import { readSeller } from '~/server/billing/invoices/invoice-parties'
import { startPayment } from '~/server/billing/card/start-card-payment'
import { readWays } from '~/server/billing/card/payment-ways'
import { listPayments, listRefunds } from '~/server/billing/receipts/read-payments'
import { applyPayment, recordPayment } from '~/server/billing/receipts/record-payment'
import { approveRefund, refundPayment, refuseRefund } from '~/server/billing/receipts/refunds'
import { reversePayment } from '~/server/billing/receipts/reverse-payment'
import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure, visitorProcedure } from '~/server/api/trpc'
import { leftToGiveProcedure } from '../procedures/approval-procedures'

const subjectErrors = {
  UNAUTHORIZED: 'nobody is signed in, and there is no link',
  NOT_FOUND: 'also what is somebody else’s, and a link that does not count',
  TOO_MANY_REQUESTS: true,
} as const

const repeatedKey = 'an `idempotencyKey` that was sent with another input'

export const paymentsRouter = createTRPCRouter({
  start: visitorProcedure
    .meta({
      gives: false,
      about:
        'Opens the card provider’s page for what is to be paid: of the case of a link, or of something of one’s own. Answers its address.',
      errors: {
        ...subjectErrors,
        CONFLICT: 'nothing to pay, no customer who is billed, or something that is not paid here',
        SERVICE_UNAVAILABLE: 'there are no card payments, or the provider does not answer',
      },
    })
    .input(startPaymentInput)
    .mutation(({ ctx, input }) => startPayment(ctx, input)),

  ways: visitorProcedure
    .meta({
      about: 'How something can be paid: by card here, by a transfer to the shop’s account, and how much. Names it as `start`.',
      errors: { ...subjectErrors, CONFLICT: 'something that is not paid here' },
    })
    .input(startPaymentInput)
    .query(({ ctx, input }) => readWays(ctx, input)),

  leftToGive: leftToGiveProcedure,

  list: protectedAdminProcedure
    .meta({ about: 'A page of the payments with their refunds, the latest first; searched by number, buyer or reference.' })
    .input(paymentsInput.prefault({}))
    .query(({ ctx, input }) => listPayments(ctx, input)),

  record: protectedAdminProcedure
    .meta({
      gives: false,
      about:
        'Records a payment by transfer, card terminal or cash: for an invoice, or for a repair or an order, whose invoices it pays once they are issued. Money above the amount owed goes on account.',
      errors: {
        NOT_FOUND: 'also an invoice that is not issued',
        BAD_REQUEST:
          'a future day, more cash than may be taken for one invoice, or (`confirmation_needed`) an amount far above the one owed without `confirmed`',
        CONFLICT: `a repair or an order without a customer, or ${repeatedKey}`,
      },
    })
    .input(recordPaymentInput)
    .mutation(({ ctx, input }) => recordPayment(ctx, input)),

  cashLimit: protectedAdminProcedure
    .meta({ about: 'The most cash that is taken for one invoice, in EUR.' })
    .query(async ({ ctx }) => (await readSeller(ctx.db.prisma)).cashLimit),

  till: protectedAdminProcedure
    .meta({ about: 'The cash of each day of a period: what came, what was given back, and what was counted, the last count first.' })
    .input(receivedInput)
    .query(({ ctx, input }) => listTill(ctx, input)),

  countTill: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Writes down what was counted in the till at the end of a day. A day that is counted again keeps the count before.',
      errors: {
        BAD_REQUEST: 'a day that has not come',
        CONFLICT: `somebody has counted the day meanwhile (\`seen\` is the number of its counts), or ${repeatedKey}`,
      },
    })
    .input(countTillInput)
    .mutation(({ ctx, input }) => countTill(ctx, input)),

  // tRPC reserves the name `apply`.
  applyTo: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Puts what of a payment is on account against another invoice of the same buyer.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an invoice for another customer',
        CONFLICT: 'nothing is on account, or nothing is owed',
      },
    })
    .input(applyPaymentInput)
    .mutation(({ ctx, input }) => applyPayment(ctx, input)),

  refund: protectedAdminProcedure
    .meta({
      gives: true,
      recentProof: true,
      about:
        'Pays a payment back, or a part: at the card provider, or as done by hand. First what is on account; an invoice that it paid is owed again, which `notice` says. Where one administrator pays back, or one customer gets, more than `CREDIT_LIMIT` in 30 days it wants a recent proof and waits for `approveRefund`.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'more than is left of the payment',
        CONFLICT: repeatedKey,
        PRECONDITION_FAILED: 'a card payment, and the shop has no card provider any more',
      },
    })
    .input(refundPaymentInput)
    .mutation(({ ctx, input }) => refundPayment(ctx, input)),

  reverse: protectedAdminProcedure
    .meta({
      gives: false,
      about:
        'Reverses a payment that was recorded, or matched with a bank line, by mistake: its invoices are owed again, and the bank line is open again. No money is given back.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: `a payment that is reversed already, came by the card provider, or was refunded in part, or ${repeatedKey}`,
      },
    })
    .input(reversePaymentInput)
    .mutation(({ ctx, input }) => reversePayment(ctx, input)),

  refunds: protectedAdminProcedure
    .meta({ about: 'Refunds that wait for an approval, or of another state, the latest first.' })
    .input(refundsInput.prefault({}))
    .query(({ ctx, input }) => listRefunds(ctx, input)),

  approveRefund: provenAdminProcedure
    .meta({
      gives: false,
      about: 'Approves a refund above `CREDIT_LIMIT` as a second administrator, and carries it out.',
      errors: {
        NOT_FOUND: true,
        FORBIDDEN:
          'the administrator who asked for it, one who has been an administrator for less than 7 days, or one whom the first made an administrator in the last 90 days',
        CONFLICT: 'a stale `version`, it is no longer waiting, or less is left of the payment',
        PRECONDITION_FAILED: 'a card payment, and the shop has no card provider any more',
      },
    })
    .input(decideRefundInput)
    .mutation(({ ctx, input }) => approveRefund(ctx, input)),

  refuseRefund: provenAdminProcedure
    .meta({
      gives: false,
      about: 'Refuses a refund that waits for an approval; `note` says why.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or it is no longer waiting' },
    })
    .input(refuseRefundInput)
    .mutation(({ ctx, input }) => refuseRefund(ctx, input)),

  previewBank: protectedAdminProcedure
    .meta({
      largeBody: true,
      about:
        'The incoming lines of a bank’s file (CSV, CAMT.053, MT940 or OFX), with the invoice that each names, and whether it was brought before. Counts the rows that are left out, by the reason. Writes nothing.',
      errors: {
        BAD_REQUEST:
          'a file that cannot be read, or has a line with a future date; the message names the row. `columns_unknown`: its columns can be mapped by hand',
        NOT_FOUND: 'an account that there is not',
        SERVICE_UNAVAILABLE: 'no process can decode the file now',
      },
    })
    .input(previewBankInput)
    .query(({ ctx, input }) => previewBank(ctx, input)),

  importBank: protectedAdminProcedure
    .meta({
      gives: false,
      largeBody: true,
      about: 'Writes the incoming lines of a bank’s file down, each once, and the chosen ones as payments of invoices.',
      errors: {
        BAD_REQUEST:
          'a file that cannot be read, a line that is not in it or has a future date, a file that does not say its currency without `accountId`, or (`confirmation_needed`) a payment far above the amount owed without `confirmed`',
        NOT_FOUND: 'also an invoice that is not issued, and an account that there is not',
        SERVICE_UNAVAILABLE: 'no process can decode the file now',
      },
    })
    .input(importBankInput)
    .mutation(({ ctx, input }) => importBank(ctx, input)),

  sketchBank: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'The first rows of a bank’s file whose columns are not known, with a first guess of what each holds. Writes nothing.',
      errors: { BAD_REQUEST: 'a file that is no table of rows and columns' },
    })
    .input(sketchBankInput)
    .query(({ ctx, input }) => sketchBank(ctx, input)),

  bankAccounts: protectedAdminProcedure
    .meta({ about: 'The shop’s accounts at banks, by name: the currency of each, and whether the columns of its files are remembered.' })
    .query(({ ctx }) => listBankAccounts(ctx)),

  saveBankAccount: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Opens or changes an account at a bank: its currency, its number, and the columns of its files where no layout is known.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`', BAD_REQUEST: 'a name or number that another account has' },
    })
    .input(bankAccountInput)
    .mutation(({ ctx, input }) => saveBankAccount(ctx, input)),

  bankLines: protectedAdminProcedure
    .meta({ about: 'Lines of banks’ files by state, the latest first, with the invoices that open ones name.' })
    .input(bankLinesInput.prefault({}))
    .query(({ ctx, input }) => listBankLines(ctx, input)),

  matchBankLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Writes a line of a bank’s file down as the payment of an invoice.',
      errors: {
        NOT_FOUND: 'also an invoice that is not issued',
        BAD_REQUEST: 'a payment far above the amount owed (`confirmation_needed`) without `confirmed`',
        CONFLICT: 'a stale `version`, it has paid an invoice already, or it has a future date',
      },
    })
    .input(matchBankLineInput)
    .mutation(({ ctx, input }) => matchBankLine(ctx, input)),

  ignoreBankLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Leaves out a line of a bank’s file that pays no invoice.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or it has paid one already' },
    })
    .input(bankLineInput)
    .mutation(({ ctx, input }) => ignoreBankLine(ctx, input)),

  reopenBankLine: protectedAdminProcedure
    .meta({
      gives: false,
      about: 'Takes a line of a bank’s file in again that was left out.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or it has paid an invoice already' },
    })
    .input(bankLineInput)
    .mutation(({ ctx, input }) => reopenBankLine(ctx, input)),
})
