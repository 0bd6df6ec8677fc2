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

/**
 * The user of an address whose owner has just confirmed a request: a new one without a password, or the one there is. An account
 * that waits for its verification may be somebody else's sign-up, and nobody can sign in to it before that: the name that its owner has
 * given takes the place of the sign-up's (docs/decisions/011).
 */
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
  // Lists name customers by their profile, which plain SQL may have left out.
  await tx.profile.upsert({
    where: { userId: known.id },
    create: { userId: known.id, email, fullName, phone },
    update: mayBeStrangers ? { fullName, phone } : {},
  })
  return known.id
}

/**
 * Confirms a request by the token of its email: it becomes cases, and the token the secret of a link to follow them. A second press, also at the same moment, is answered with what the
 * first has made.
 * @throws BAD_REQUEST `otp_expired`; FORBIDDEN where nothing is taken online; TOO_MANY_REQUESTS
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
    // The link of this email leads on.
    const [first] = made.cases
    if (first)
      await tx.caseLink.createMany({ data: { caseId: first.id, requestId: id, tokenHash: hashToken(token) }, skipDuplicates: true })
    return made
  })
  // Only links that lead nowhere count.
  await call.limits.reward('requestNetwork', network)
  return opened
}
