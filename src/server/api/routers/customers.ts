import { caseNouns } from '~/contracts/case-ref'
import {
  addEmailInput,
  customerInput,
  customerRecordsInput,
  mergeCustomersInput,
  updateCustomerInput,
} from '~/contracts/identity/customers'
import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'
import { listConversations } from '~/server/cases/messages/conversations'
import { readStatement } from '~/server/credit/read-credit'
import { listOwnOrders, listOwnRepairs, listOwnTradeIns } from '~/server/cases/account/own-records'
import { correctCustomer } from '~/server/identity/users/correct-customer'
import { addEmail, customerSessions, readCustomer } from '~/server/identity/users/customers'
import { mayRead } from '~/server/identity/auth/scopes'
import { keptUser } from '~/server/identity/users/kept-user'
import { mergeCustomers, previewMerge, unmergeCustomer } from '~/server/identity/users/merge-customers'
import { alsoReading } from '../procedures/also-reading'

/** The page of a customer shows no more than the lists that a member of staff may read. */
export const customersRouter = createTRPCRouter({
  byId: protectedAdminProcedure
    .meta({ about: 'A customer with the addresses that their devices go back to, by their user id.', errors: { NOT_FOUND: true } })
    .input(customerInput)
    .query(({ ctx, input }) => readCustomer({ ...ctx, read: ctx.db }, input)),

  repairs: alsoReading('repairs')
    .meta({ about: "A page of a customer's repairs, the latest first." })
    .input(customerRecordsInput)
    .query(async ({ ctx, input: { id, ...position } }) => listOwnRepairs(ctx, await keptUser(ctx.db.prisma, id), position)),

  tradeIns: alsoReading('tradeIns')
    .meta({ about: "A page of a customer's trade-ins, the latest first." })
    .input(customerRecordsInput)
    .query(async ({ ctx, input: { id, ...position } }) => listOwnTradeIns(ctx, await keptUser(ctx.db.prisma, id), position)),

  orders: alsoReading('orders')
    .meta({ about: "A page of a customer's orders, the latest first." })
    .input(customerRecordsInput)
    .query(async ({ ctx, input: { id, ...position } }) => listOwnOrders(ctx, await keptUser(ctx.db.prisma, id), position)),

  messages: alsoReading('cases')
    .meta({ about: 'A page of the cases that a customer and the desk have written about, with the latest message of each.' })
    .input(customerRecordsInput)
    .query(async ({ ctx, input: { id, ...position } }) =>
      listConversations(ctx, await keptUser(ctx.db.prisma, id), position, caseNouns.filter(mayRead(ctx.viewer))),
    ),

  credit: alsoReading('credit')
    .meta({ about: "A customer's store credit in EUR, and a page of its entries, the latest first." })
    .input(customerRecordsInput)
    .query(async ({ ctx, input: { id, ...position } }) => readStatement(ctx, await keptUser(ctx.db.prisma, id), position)),

  sessions: alsoReading('users')
    .meta({ about: 'Where a customer is signed in.' })
    .input(customerInput)
    .query(({ ctx, input }) => customerSessions(ctx, input)),

  addEmail: provenAdminProcedure
    .meta({
      about: 'Gives an address to a customer who was known by a phone number alone, and invites them to claim the account.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'they have an address, or somebody else has this one',
        FORBIDDEN: 'an administrator’s account, for a caller with limits',
      },
    })
    .input(addEmailInput)
    .mutation(({ ctx, input }) => addEmail(ctx, input)),

  update: protectedAdminProcedure
    .meta({
      recentProof: true,
      about: 'Corrects a customer. Another email address counts once its owner has confirmed it, and asking for one wants a recent proof.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'a stale `version`, or somebody else has this address',
        FORBIDDEN: 'an administrator’s account, for a caller with limits',
      },
    })
    .input(updateCustomerInput)
    .mutation(({ ctx, input }) => correctCustomer(ctx, input)),

  previewMerge: protectedAdminProcedure
    .meta({ about: 'The records that a merge of two customers would move, and the reasons against it.', errors: { NOT_FOUND: true } })
    .input(mergeCustomersInput)
    .query(({ ctx, input }) => previewMerge(ctx, input)),

  merge: provenAdminProcedure
    .meta({
      about: 'Merges a customer into another one who is the same person. It can be undone for 30 days.',
      errors: {
        NOT_FOUND: true,
        CONFLICT:
          'staff, two second factors, one who was merged before, more store credit than `CREDIT_LIMIT`, or some on its way to the shop platform',
        FORBIDDEN: 'a caller who may not change all that moves',
      },
    })
    .input(mergeCustomersInput)
    .mutation(({ ctx, input }) => mergeCustomers(ctx, input)),

  unmerge: provenAdminProcedure
    .meta({
      about: 'Undoes a merge, by the id of the customer who was merged. What was spent, billed or given on since stays.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'not merged, or longer ago than 30 days',
        FORBIDDEN: 'a caller who may not change all that moves',
      },
    })
    .input(customerInput)
    .mutation(({ ctx, input }) => unmergeCustomer(ctx, input)),
})
