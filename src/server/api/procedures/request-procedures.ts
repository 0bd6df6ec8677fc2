import { caseRef } from '~/contracts/case-ref'
import {
  arrivedInput,
  confirmRequestInput,
  removeRequestFileInput,
  resendRequestInput,
  sentInput,
  withdrawInput,
} from '~/contracts/cases/requests'
import { changeAddressInput } from '~/contracts/cases/return-address'
import { changeAddress } from '~/server/cases/intake/change-address'
import { confirmRequest } from '~/server/cases/intake/confirm-request'
import { resendRequest } from '~/server/cases/intake/resend-request'
import { removeRequestFile } from '~/server/cases/intake/request-draft'
import { markArrived, markSent } from '~/server/cases/intake/parcel'
import { readRequestLink } from '~/server/cases/intake/read-request-link'
import { readRequest } from '~/server/cases/intake/read-request'
import { withdrawRequest } from '~/server/cases/intake/withdraw-request'
import { protectedAdminProcedure, publicProcedure, visitorProcedure } from '~/server/api/trpc'
import { changesKind, readsKind } from './kind-scope'

export const requestProcedures = {
  confirmRequest: publicProcedure
    .meta({
      about: 'Confirms what was asked for online by the token of its email: it becomes cases. Once more, it answers the same.',
      errors: {
        BAD_REQUEST: 'a link that is unknown or too old',
        FORBIDDEN: '`ONLINE_REQUESTS` is `false`',
        TOO_MANY_REQUESTS: 'too many wrong links tried',
      },
    })
    .input(confirmRequestInput)
    .mutation(({ ctx, input }) => confirmRequest(ctx, input)),

  readRequestLink: publicProcedure
    .meta({
      about: 'Tells whether the link of a request that was made online waits, was used, or has ended. It changes nothing.',
      errors: { FORBIDDEN: '`ONLINE_REQUESTS` is `false`', TOO_MANY_REQUESTS: 'too many wrong links tried' },
    })
    .input(confirmRequestInput)
    .mutation(({ ctx, input }) => readRequestLink(ctx, input)),

  resendRequest: publicProcedure
    .meta({
      about: 'Sends the email that confirms a request once more, to the same address or another one, by the secret of its draft.',
      errors: {
        NOT_FOUND: 'a request that is unknown, confirmed or too old',
        FORBIDDEN: '`ONLINE_REQUESTS` is `false`',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(resendRequestInput)
    .mutation(({ ctx, input }) => resendRequest(ctx, input)),

  removeRequestFile: publicProcedure
    .meta({
      about: 'Takes a file away from a request that has not been sent.',
      errors: { NOT_FOUND: true, FORBIDDEN: '`ONLINE_REQUESTS` is `false`', TOO_MANY_REQUESTS: true },
    })
    .input(removeRequestFileInput)
    .mutation(({ ctx, input }) => removeRequestFile(ctx, input)),

  sent: visitorProcedure
    .meta({
      about: 'Says that a device was sent in: by its signed-in owner, or by the token of a link that follows the case.',
      errors: { NOT_FOUND: 'also a case of somebody else', CONFLICT: 'it has arrived already', TOO_MANY_REQUESTS: true },
    })
    .input(sentInput)
    .mutation(({ ctx, input }) => markSent(ctx, input)),

  changeAddress: visitorProcedure
    .meta({
      about:
        'Changes the address that a device goes back to: by its signed-in owner, or by the token of a link that follows the case; they are told by email.',
      errors: { NOT_FOUND: 'also a case of somebody else', CONFLICT: 'it was sent back already', TOO_MANY_REQUESTS: true },
    })
    .input(changeAddressInput)
    .mutation(({ ctx, input }) => changeAddress(ctx, input)),
  withdraw: visitorProcedure
    .meta({
      about: 'Takes back what was asked for online and not sent in yet: by its signed-in owner, or by the token of a link.',
      errors: {
        NOT_FOUND: 'also a case of somebody else',
        CONFLICT: 'it was sent, has arrived, is over, or has gone to another customer',
        TOO_MANY_REQUESTS: true,
      },
    })
    .input(withdrawInput)
    .mutation(({ ctx, input }) => withdrawRequest(ctx, input)),

  arrived: protectedAdminProcedure
    .meta({ about: 'Keeps that the device of a case is here, and writes to its customer, once.', errors: { NOT_FOUND: true } })
    .input(arrivedInput)
    .use(changesKind)
    .mutation(({ ctx, input }) => markArrived(ctx, input)),

  requested: protectedAdminProcedure
    .meta({ about: 'What was asked for online, of a case that comes from there; else null.' })
    .input(caseRef)
    .use(readsKind)
    .query(({ ctx, input }) => readRequest(ctx, input)),
}
