import { TRPCError } from '@trpc/server'
import type { Services } from '~/server/services'

/**
 * The address that messages of visitors go to.
 * @throws PRECONDITION_FAILED where the shop has none
 */
export function requireInbox({ contactInbox }: Pick<Services, 'contactInbox'>): string {
  if (contactInbox !== null) return contactInbox
  throw new TRPCError({ code: 'PRECONDITION_FAILED', message: 'This shop takes no messages here. Please write to us by email.' })
}
