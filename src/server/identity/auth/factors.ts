import type * as z from 'zod'
import type { EnrolledFactor, enrollInput, ListedFactor, unenrollInput } from '~/contracts/identity/account'
import type { MfaFactor, Prisma } from '~/generated/prisma/client'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { factorRemovedEmail, queueFactorEmail } from './factor-emails'
import { codedError } from '~/server/platform/errors'
import { type FactorCall, auditedFactor, factorEvent, lockAccount, unknownFactor } from './factor-account'
import { toE164 } from './phone'
import { maskedPhone } from '~/server/platform/sms/sender'
import { encrypt } from '~/server/platform/secrets'
import { endSessions } from './sessions'
import { needsSecondFactor, mfaPending } from './read-session'
import { newTotpSecret, TOTP_SECRET, totpSetup } from './totp'

/** As many as supabase/auth allows by default, confirmed or not. */
const MOST_FACTORS = 10
/** Milliseconds after which an unconfirmed enrolment is given up. */
const UNCONFIRMED_MS = 60 * 60 * 1000

export async function listFactors({ db, viewer }: Pick<FactorCall, 'db' | 'viewer'>): Promise<ListedFactor[]> {
  const owes = mfaPending(viewer)
  const factors = await db.prisma.mfaFactor.findMany({
    where: { userId: viewer.userId, ...(owes ? { status: 'verified' as const } : {}) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return factors.map(({ id, factorType, friendlyName, status, createdAt, phone }) => ({
    id,
    factorType,
    friendlyName,
    status,
    createdAt: owes ? null : createdAt,
    phone: phone === null ? null : maskedPhone(phone),
  }))
}

const issuerOf = async ({ live }: FactorCall, issuer: string | undefined) => issuer ?? (await live.values.settings.get()).data.company_name

/**
 * A second factor counts once a code is verified.
 * @throws BAD_REQUEST for a bad phone number, without an SMS service (`phone_provider_disabled`) and beyond ten factors
 * (`too_many_enrolled_mfa_factors`); CONFLICT for a name or a confirmed number in use; FORBIDDEN (`insufficient_aal`) while a verified
 * factor is not proven
 */
export async function enrollFactor(call: FactorCall, input: z.output<typeof enrollInput>): Promise<EnrolledFactor> {
  const { friendlyName, factorType } = input
  const phone = factorType === 'phone' ? toE164(input.phone, call.smsCountries) : null
  if (phone !== null && !call.sms) throw phonesDisabled()
  await call.limits.take('enroll', call.viewer.userId)
  const totp =
    factorType === 'totp'
      ? await totpSetup({ secret: newTotpSecret(), issuer: await issuerOf(call, input.issuer), label: call.viewer.email })
      : undefined
  const secretSealed = totp ? encrypt(call.secret, TOTP_SECRET, totp.secret) : null
  const { id } = await call.db.prisma.$transaction(async (tx) => {
    await makeRoom(tx, call, { friendlyName, phone })
    const factor = await tx.mfaFactor.create({
      data: { userId: call.viewer.userId, friendlyName, factorType, secretSealed, phone, createdAt: call.now() },
    })
    await recordAudit(tx, call.actor, factorEvent('mfa.factor_enrolled', call.viewer, { after: auditedFactor(factor) }))
    return factor
  })
  return { id, factorType, friendlyName, ...(totp ? { totp } : {}) }
}

export const phonesDisabled = () =>
  codedError('BAD_REQUEST', 'phone_provider_disabled', 'Codes by text message are not available. Use an authenticator app instead.')

async function makeRoom(
  tx: Prisma.TransactionClient,
  { viewer, now }: FactorCall,
  { friendlyName, phone }: Pick<MfaFactor, 'friendlyName' | 'phone'>,
): Promise<void> {
  const account = await lockAccount(tx, viewer)
  if (account.hasVerified && account.aal !== 'aal2') throw needsSecondFactor()
  const staleSince = now().getTime() - UNCONFIRMED_MS
  const isGivenUp = (factor: MfaFactor) =>
    factor.status === 'unverified' && (factor.createdAt.getTime() < staleSince || (phone !== null && factor.phone === phone))
  await tx.mfaFactor.deleteMany({ where: { id: { in: account.factors.filter(isGivenUp).map(({ id }) => id) } } })

  const kept = account.factors.filter((factor) => !isGivenUp(factor))
  if (kept.length >= MOST_FACTORS) {
    throw codedError(
      'BAD_REQUEST',
      'too_many_enrolled_mfa_factors',
      `You can have at most ${MOST_FACTORS} second factors. Remove one first.`,
    )
  }
  if (kept.some((factor) => factor.friendlyName === friendlyName)) {
    throw codedError('CONFLICT', 'mfa_factor_name_conflict', 'You already have a second factor with this name.')
  }
  if (phone !== null && kept.some((factor) => factor.phone === phone)) {
    throw codedError('CONFLICT', 'mfa_verified_factor_exists', 'This phone number is already a second factor of yours.')
  }
}

/** Ends the account's other sessions; the last factor takes the recovery codes along. @throws NOT_FOUND, FORBIDDEN (`insufficient_aal`) */
export async function unenrollFactor(call: FactorCall, { factorId }: z.output<typeof unenrollInput>): Promise<{ id: string }> {
  const { viewer, actor, now } = call
  await call.db.prisma.$transaction(async (tx) => {
    const account = await lockAccount(tx, viewer)
    const factor = account.factors.find(({ id }) => id === factorId)
    if (!factor) throw unknownFactor()
    const counted = factor.status === 'verified'
    if (counted && account.aal !== 'aal2') throw needsSecondFactor()
    await tx.mfaFactor.delete({ where: { id: factorId } })
    const sessionsEnded = counted ? await endSessions(tx, viewer.userId, { except: viewer.sessionId, at: now() }) : 0
    const before = { ...auditedFactor(factor), status: factor.status }
    await recordAudit(tx, actor, factorEvent('mfa.factor_removed', viewer, { before, after: { sessionsEnded } }))
    if (!counted) return
    const isLast = !account.factors.some(({ id, status }) => id !== factorId && status === 'verified')
    if (isLast) {
      await tx.recoveryCode.deleteMany({ where: { userId: viewer.userId } })
      await tx.session.update({ where: { id: viewer.sessionId }, data: { aal: 'aal1' } })
    }
    const { friendlyName } = factor
    await queueFactorEmail(tx, call, (branding, happening) => factorRemovedEmail(branding, { ...happening, friendlyName, isLast }))
  })
  return { id: factorId }
}
