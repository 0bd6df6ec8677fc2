import { createRepairInput, previewUnrepairedInput, returnUnrepairedInput, updateRepairInput } from '~/contracts/cases/repair-inputs'
import { collectionNoticesInput, sendCollectionNoticeInput } from '~/contracts/cases/collection'
import { repairInputs } from '~/contracts/cases/repairs'
import { requestRepairInput } from '~/contracts/cases/requests'
import { leftToPay } from '~/server/billing/invoices/left-to-pay'
import { collectionNotices, sendCollectionNotice } from '~/server/cases/collection-notices'
import { repairs } from '~/server/cases/kinds/repair-kind'
import { previewUnrepaired, returnUnrepaired } from '~/server/cases/return-unrepaired'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { caseProcedures } from '../procedures/case-procedures'
import { estimateProcedures } from '../procedures/estimate-procedures'

const inputs = {
  countEmails: repairInputs.countEmails,
  create: createRepairInput,
  request: requestRepairInput,
  update: updateRepairInput,
}

export const repairsRouter = createTRPCRouter({
  ...caseProcedures(repairs, repairInputs, inputs, {
    create: {
      about: 'Opens a repair, for a customer who is known or invited by it.',
      errors: {
        NOT_FOUND: 'an unknown customer or claimed repair',
        BAD_REQUEST: 'a warranty that is over, or somebody who is no administrator',
        CONFLICT: 'an `idempotencyKey` that was sent with another input',
      },
    },
    request: {
      about: 'Asks for a repair: a signed-in customer gets its number at once, a visitor after following the link in an email.',
      errors: {
        BAD_REQUEST: 'a visitor without name and address, or a file that is no longer there',
        FORBIDDEN: '`ONLINE_REQUESTS` is `false`',
        CONFLICT: 'a `draft` that was sent already, or an `idempotencyKey` that was sent with another input',
        TOO_MANY_REQUESTS: 'too many requests of one network, or emails to one address',
      },
    },
    update: {
      about: 'Changes what is written of a repair; what is left out stays as it is.',
      errors: {
        NOT_FOUND: 'an unknown repair or customer',
        BAD_REQUEST: 'somebody who is no administrator, or an actual cost beyond what the customer has accepted',
        CONFLICT: 'a stale `version`, or another customer of a case that was billed or paid',
      },
    },
    byNumber: { about: 'One repair by its number, with its customer and its warranty.' },
  }),
  ...estimateProcedures,

  // A thousand ids are too long for a URL.
  leftToPay: protectedAdminProcedure
    .meta({ gives: false, largeBody: true, about: 'What is left to pay of repairs, before they are shipped.' })
    .input(repairInputs.leftToPay)
    .mutation(({ ctx, input }) => leftToPay(ctx, repairs, 'repairs', input)),

  collectionNotices: protectedAdminProcedure
    .meta({
      about: 'The notices about a machine that nobody collects, when the next may be sent, and from when it may be sold.',
      errors: { NOT_FOUND: true },
    })
    .input(collectionNoticesInput)
    .query(({ ctx, input }) => collectionNotices(ctx, input)),

  sendCollectionNotice: protectedAdminProcedure
    .meta({
      gives: false,
      about:
        'Writes to the owner of a completed machine that nobody collects; at least 14 days later a second time, that it will be sold three months on (Torts (Interference with Goods) Act 1977).',
      errors: {
        NOT_FOUND: true,
        CONFLICT:
          'not completed, sent back already, too early, both notices are sent, no customer who can be written to, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(sendCollectionNoticeInput)
    .mutation(({ ctx, input }) => sendCollectionNotice(ctx, input)),

  previewUnrepaired: protectedAdminProcedure
    .meta({ about: 'What a customer would be written about a device that goes back unrepaired.', errors: { NOT_FOUND: true } })
    .input(previewUnrepairedInput)
    .query(({ ctx, input }) => previewUnrepaired(ctx, input)),

  returnUnrepaired: protectedAdminProcedure
    .meta({
      gives: true,
      about: 'Completes a repair as returned unrepaired: with the reason, a fee in the place of the actual work, and no warranty.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'a stale `version`, or more used store credit would go back than `CREDIT_LIMIT` leaves',
        BAD_REQUEST: 'a fee beyond what the customer has accepted, or an `email` without a customer who can be written to',
      },
    })
    .input(returnUnrepairedInput)
    .mutation(({ ctx, input }) => returnUnrepaired(ctx, input)),
})
