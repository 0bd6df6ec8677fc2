import { TRPCError } from '@trpc/server'

/** An address that another customer has: the two may be one person. */
export const addressIsTaken = () =>
  new TRPCError({
    code: 'CONFLICT',
    message:
      'Another customer has this address. If they are the same person, merge the two; otherwise give single cases to them by ‘Change customer’.',
  })
