import { buyerAccountInput, debtorsInput, invoicesInput, receivedInput } from '~/contracts/credit/invoice-list'
import { protectedAdminProcedure } from '~/server/api/trpc'
import { listDebtors, readBuyerAccount } from '~/server/credit/billing/debtors'
import { listInvoices } from '~/server/credit/billing/list'
import { readReceived } from '~/server/credit/billing/received'

/** Lists over bills and money received: part of `invoices`. */
export const billingListProcedures = {
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
}
