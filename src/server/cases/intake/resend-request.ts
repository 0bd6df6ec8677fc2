import type * as z from 'zod'
import { caseNouns } from '~/contracts/case-ref'
import type { RequestOutcome, resendRequestInput } from '~/contracts/cases/requests'
import type { Call } from '~/server/call'
import { networkOf, takeInSteps } from '~/server/identity/auth/limits'
import { notFound } from '~/server/platform/database/conflict'
import { hashToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import { linkOfDraft, requestEmails } from './make-request'
import { requestDetails } from './request-details'
import { mustTakeRequests } from './request-draft'
import { queueRequestLink } from './request-emails'

/**
 * Repeats a waiting request's email, to the same or another address; only the sending browser knows the draft's secret. Another address
 * ends the first link. @throws NOT_FOUND for a request that is unknown, confirmed or too old; FORBIDDEN if online requests are off;
 * TOO_MANY_REQUESTS
 */
export async function resendRequest(
  call: Call<keyof Services>,
  { draft, email: another }: z.output<typeof resendRequestInput>,
): Promise<RequestOutcome> {
  mustTakeRequests(call)
  const { db, limits, now, actor, secret } = call
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('requestNetwork', network)
  return db.prisma.$transaction(async (tx) => {
    const draftHash = hashToken(draft)
    await tx.$queryRaw`SELECT FROM case_requests WHERE draft_hash = ${draftHash} FOR UPDATE`
    const row = await tx.caseRequest.findFirst({
      where: { draftHash, sentAt: { not: null }, confirmedAt: null, userId: null, expiresAt: { gt: now() } },
      select: { id: true, noun: true, email: true, details: true },
    })
    const noun = caseNouns.find((each) => each === row?.noun)
    const { data: details } = requestDetails.safeParse(row?.details)
    const to = another ?? row?.email
    if (!row || !noun || !details || !to) throw notFound({ one: 'request' })
    await takeInSteps(limits.within(tx), to, network, requestEmails)
    const token = linkOfDraft(secret, draft, to)
    await tx.caseRequest.update({ where: { id: row.id }, data: { email: to, tokenHash: hashToken(token) } })
    await queueRequestLink(tx, call, { to, noun, devices: 'machines' in details ? details.machines.length : 1, token })
    return { state: 'waiting', noun, email: to }
  })
}
