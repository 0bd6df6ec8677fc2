import type { ScopedRouter } from '~/contracts/identity/api-keys'
import { addEmailInput, customerInput, customerRecordsInput } from '~/contracts/identity/customers'
import { createTRPCRouter, protectedAdminProcedure, provenAdminProcedure } from '~/server/api/trpc'
import { listConversations } from '~/server/cases/messages/conversations'
import { readStatement } from '~/server/credit/read'
import { listOwnOrders, listOwnRepairs, listOwnTradeIns } from '~/server/identity/accounts/own-records'
import { requireScope } from '~/server/identity/auth/scopes'
import { addEmail, customerSessions, readCustomer } from '~/server/identity/users/customers'

/** Of whoever may also read what stands in a section: the page of a customer shows no more than the lists do. */
const alsoReading = (router: ScopedRouter) =>
  protectedAdminProcedure.use(({ ctx, next }) => {
    requireScope(ctx.viewer, router, 'read')
    return next()
  })

/** The page of one customer. */
export const customersRouter = createTRPCRouter({
  byId: protectedAdminProcedure
    .meta({ about: 'A customer with the addresses that their devices go back to, by their user id.', errors: { NOT_FOUND: true } })
    .input(customerInput)
    .query(({ ctx, input }) => readCustomer(ctx.db, input)),

  repairs: alsoReading('repairs')
    .meta({ about: "A page of a customer's repairs, the latest first." })
    .input(customerRecordsInput)
    .query(({ ctx, input: { id, ...position } }) => listOwnRepairs(ctx, id, position)),

  tradeIns: alsoReading('tradeIns')
    .meta({ about: "A page of a customer's trade-ins, the latest first." })
    .input(customerRecordsInput)
    .query(({ ctx, input: { id, ...position } }) => listOwnTradeIns(ctx, id, position)),

  orders: alsoReading('orders')
    .meta({ about: "A page of a customer's orders, the latest first." })
    .input(customerRecordsInput)
    .query(({ ctx, input: { id, ...position } }) => listOwnOrders(ctx, id, position)),

  messages: alsoReading('cases')
    .meta({ about: 'A page of the cases that a customer and the desk have written about, with the latest message of each.' })
    .input(customerRecordsInput)
    .query(({ ctx, input: { id, ...position } }) => listConversations(ctx, id, position)),

  credit: alsoReading('credit')
    .meta({ about: "A customer's store credit in EUR, and a page of its entries, the latest first." })
    .input(customerRecordsInput)
    .query(({ ctx, input: { id, ...position } }) => readStatement(ctx, id, position)),

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
})
