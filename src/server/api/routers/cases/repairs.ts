import { caseNumberInput } from '~/contracts/cases/cases'
import { createRepairInput, updateRepairInput } from '~/contracts/cases/repair-inputs'
import { repairInputs } from '~/contracts/cases/repairs'
import { requestRepairInput } from '~/contracts/cases/requests'
import { createRepair } from '~/server/cases/repairs/create'
import { readRepairPage } from '~/server/cases/repairs/page'
import { repairs } from '~/server/cases/kinds/repairs'
import { updateRepair } from '~/server/cases/repairs/update'
import { requestRepair } from '~/server/cases/intake/request'
import { createTRPCRouter, protectedAdminProcedure, visitorProcedure } from '~/server/api/trpc'
import { caseStatusProcedures } from './case-status-procedures'
import { estimateProcedures } from './estimate-procedures'
import { statusProcedures } from '~/server/api/routers/status-procedures'

export const repairsRouter = createTRPCRouter({
  ...statusProcedures(repairs, repairInputs),
  ...caseStatusProcedures({ ...repairs, noun: 'repairs' }, repairInputs),

  create: protectedAdminProcedure
    .meta({
      about: 'Opens a repair, for a customer who is known or invited by it.',
      errors: {
        NOT_FOUND: 'an unknown customer or claimed repair',
        BAD_REQUEST: 'a warranty that is over, or somebody who is no administrator',
        CONFLICT: 'an `idempotencyKey` that was sent with another input',
      },
    })
    .input(createRepairInput)
    .mutation(({ ctx, input }) => createRepair(ctx, input)),

  request: visitorProcedure
    .meta({
      about: 'Asks for a repair: whoever is signed in gets its number at once, anybody else once the link of an email was followed.',
      errors: {
        BAD_REQUEST: 'a visitor without name and address, or a file that is not there any more',
        FORBIDDEN: '`ONLINE_REQUESTS` is `false`',
        CONFLICT: 'a `draft` that was sent already, or an `idempotencyKey` that was sent with another input',
        TOO_MANY_REQUESTS: 'too many requests of one network, or emails to one address',
      },
    })
    .input(requestRepairInput)
    .mutation(({ ctx, input }) => requestRepair(ctx, input)),

  update: protectedAdminProcedure
    .meta({
      about: 'Changes what is written of a repair; what is left out stays as it is.',
      errors: {
        NOT_FOUND: 'an unknown repair or customer',
        BAD_REQUEST: 'somebody who is no administrator, or an actual cost beyond what the customer has accepted',
        CONFLICT: 'a stale `version`',
      },
    })
    .input(updateRepairInput)
    .mutation(({ ctx, input }) => updateRepair(ctx, input)),

  byNumber: protectedAdminProcedure
    .meta({ about: 'One repair by its number, with its customer and its warranty.', errors: { NOT_FOUND: true } })
    .input(caseNumberInput)
    .query(({ ctx, input }) => readRepairPage(ctx, input)),

  ...estimateProcedures,
})
