import type { RequestLink } from '~/contracts/cases/requests'
import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { Call } from '~/server/call'
import { networkOf } from '~/server/identity/auth/limits'
import { hashToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import { mustTakeRequests } from './request-draft'

const messages: Record<Exclude<RequestLink['state'], 'waiting' | 'confirmed'>, string> = {
  expired: `This request was not confirmed within ${REQUEST_KEPT_DAYS} days, so we have deleted it.`,
  unknown:
    'This link is not valid: it may have been copied only in part, its request was sent to another address, or it was not confirmed in time and we have deleted it.',
}

/** Shows a link's state before its button is pressed; changes nothing. @throws FORBIDDEN if online requests are off; TOO_MANY_REQUESTS */
export async function readRequestLink(call: Call<keyof Services>, { token }: { token: string }): Promise<RequestLink> {
  mustTakeRequests(call)
  const network = networkOf({ ip: call.actor.ip ?? null })
  await call.limits.take('requestNetwork', network)
  const row = await call.db.prisma.caseRequest.findFirst({
    where: { tokenHash: hashToken(token), sentAt: { not: null } },
    select: { userId: true, expiresAt: true, confirmedAt: true },
  })
  if (row) await call.limits.reward('requestNetwork', network)
  if (!row || (row.confirmedAt !== null && row.userId === null)) return { state: 'unknown', message: messages.unknown }
  if (row.expiresAt <= call.now()) return { state: 'expired', message: messages.expired }
  return { state: row.confirmedAt === null ? 'waiting' : 'confirmed', message: '' }
}
