import type { RequestOutcome } from '~/contracts/cases/requests'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { networkOf } from '~/server/identity/auth/limits'
import { badLink } from '~/server/identity/auth/mail-tokens'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { hashToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'
import { requestDetails } from './request-details'
import { mustTakeRequests } from './request-draft'
import { casesOfRequest, openCases } from './open-cases'

type Tx = Prisma.TransactionClient

interface Customer {
  email: string
  fullName: string | null
  phone: string | null
}

/** An unverified account may be somebody else's sign-up, so the confirmed name replaces its name (docs/decisions/011). */
async function userOfAddress(tx: Tx, call: Call<never>, { email, fullName, phone }: Customer): Promise<string> {
  const [made] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING RETURNING id`
  if (made) {
    await tx.profile.create({ data: { userId: made.id, email, fullName, phone } })
    const subject = { subjectType: 'user', subjectId: made.id }
    await recordAudit(tx, call.actor, { action: 'account.created', ...subject, after: { email, fullName, phone } })
    return made.id
  }
  const known = await tx.user.findUniqueOrThrow({
    where: { email },
    select: { id: true, emailVerifiedAt: true, signedUpAt: true, mergedInto: true },
  })
  if (known.mergedInto !== null) return known.mergedInto
  const mayBeStrangers = known.emailVerifiedAt === null && known.signedUpAt !== null
  // Plain SQL may have left out the profile, which lists need.
  await tx.profile.upsert({
    where: { userId: known.id },
    create: { userId: known.id, email, fullName, phone },
    update: mayBeStrangers ? { fullName, phone } : {},
  })
  return known.id
}

/**
 * Turns a request into cases by its email's token, which becomes the secret of a link to them. Idempotent, also for simultaneous calls.
 * @throws BAD_REQUEST `otp_expired`; FORBIDDEN if online requests are off; TOO_MANY_REQUESTS
 */
export async function confirmRequest(call: Call<keyof Services>, { token }: { token: string }): Promise<RequestOutcome> {
  mustTakeRequests(call)
  const network = networkOf({ ip: call.actor.ip ?? null })
  await call.limits.take('requestNetwork', network)
  const now = call.now()
  const opened = await call.db.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM case_requests WHERE token_hash = ${hashToken(token)} FOR UPDATE`
    const row = await tx.caseRequest.findFirst({
      where: { tokenHash: hashToken(token), sentAt: { not: null }, expiresAt: { gt: now } },
      select: { id: true, userId: true, email: true, fullName: true, phone: true, details: true, confirmedAt: true },
    })
    if (row?.email === undefined || row.email === null) throw badLink()
    const { id, email, fullName, phone } = row
    const { data: details } = requestDetails.safeParse(row.details)
    if (!details) throw badLink()
    if (row.confirmedAt !== null) {
      if (row.userId === null) throw badLink()
      return casesOfRequest(tx, { id, userId: row.userId, details })
    }
    const userId = await userOfAddress(tx, call, { email, fullName, phone })
    await tx.caseRequest.update({ where: { id }, data: { confirmedAt: now, userId } })
    const made = await openCases(tx, call, { id, userId, details }, email)
    // The email's link leads on.
    const [first] = made.cases
    if (first)
      await tx.caseLink.createMany({ data: { caseId: first.id, requestId: id, tokenHash: hashToken(token) }, skipDuplicates: true })
    return made
  })
  // Only invalid links count.
  await call.limits.reward('requestNetwork', network)
  return opened
}
