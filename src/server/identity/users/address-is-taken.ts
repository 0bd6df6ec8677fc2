import { TRPCError } from '@trpc/server'

export const addressIsTaken = () =>
  new TRPCError({
    code: 'CONFLICT',
    message:
      'Another customer has this address. If they are the same person, merge the two; otherwise give single cases to them by ‘Change customer’.',
  })
