import type { SignedInCall } from '~/server/call'
import type { Branding } from '~/server/platform/email-texts/write-email'
import { type AccountEvent, accountNotice, queueEmail } from '~/server/identity/auth/account-emails'
import { factorsReset, sessionsEnded } from '~/server/identity/auth/account-email-templates'
import type { Email } from '~/server/platform/mail/email'
import type { Prisma } from '~/generated/prisma/client'
import { recipientOf } from '~/server/platform/outbox/outbox'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { endSessions } from '~/server/identity/auth/sessions'
import type { Services } from '~/server/services'
import { lockAccountOf } from './account-access'

const sessionsEndedEmail = (branding: Branding, event: AccountEvent): Email => accountNotice(branding, sessionsEnded, event, {})

const factorsResetEmail = (branding: Branding, event: AccountEvent): Email => accountNotice(branding, factorsReset, event, {})

type Owner = Parameters<typeof recipientOf>[0]

async function tell(tx: Prisma.TransactionClient, services: Services, user: Owner, write: typeof sessionsEndedEmail): Promise<void> {
  const happening = { ...recipientOf(user), at: services.now(), timeZone: services.businessTimeZone }
  await queueEmail(tx, services, (branding) => write(branding, happening))
}

/** @returns the number of sessions @throws NOT_FOUND; FORBIDDEN for an administrator's account, if the caller is limited */
export async function endUserSessions(
  { actor, viewer, ...services }: SignedInCall<keyof Services>,
  { userId }: { userId: string },
): Promise<{ ended: number }> {
  return services.db.prisma.$transaction(async (tx) => {
    const user = await lockAccountOf(tx, viewer, userId, 'sessions')
    const ended = await endSessions(tx, user.id, { at: services.now() })
    if (ended === 0) return { ended }
    await recordAudit(tx, actor, { action: 'user.sessions_ended', subjectType: 'user', subjectId: user.id, after: { ended } })
    await tell(tx, services, user, sessionsEndedEmail)
    return { ended }
  })
}

/**
 * Removes factors and recovery codes of a user who has lost them, ends their sessions and emails them; the password alone then signs them
 * in. @returns the number of factors; writes nothing without any
 * @throws NOT_FOUND; FORBIDDEN for an administrator's account, if the caller is limited
 */
export async function resetUserFactors(
  { actor, viewer, ...services }: SignedInCall<keyof Services>,
  { userId }: { userId: string },
): Promise<{ removed: number }> {
  return services.db.prisma.$transaction(async (tx) => {
    const user = await lockAccountOf(tx, viewer, userId, 'factors')
    const select = { factorType: true, friendlyName: true, status: true } as const
    const factors = await tx.mfaFactor.findMany({ where: { userId: user.id }, select })
    await tx.mfaFactor.deleteMany({ where: { userId: user.id } })
    const codes = await tx.recoveryCode.deleteMany({ where: { userId: user.id } })
    if (factors.length + codes.count === 0) return { removed: 0 }
    const ended = await endSessions(tx, user.id, { at: services.now() })
    const subject = { subjectType: 'user', subjectId: user.id }
    await recordAudit(tx, actor, { action: 'user.factors_reset', ...subject, before: { factors }, after: { ended } })
    if (factors.some(({ status }) => status === 'verified')) await tell(tx, services, user, factorsResetEmail)
    return { removed: factors.length }
  })
}
