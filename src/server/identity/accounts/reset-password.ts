import type { Call, SignedInCall } from '~/server/call'
import type * as z from 'zod'
import {
  RESET_ANSWER,
  type changePasswordInput,
  type requestPasswordResetInput,
  type resetPasswordInput,
  type MessageAnswer,
} from '~/contracts/identity/account'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { codedError } from '~/server/platform/errors'
import { inConstantTime } from './sign-up'
import { forgetGeneratedPassword } from '~/server/identity/auth/first-admin'
import { networkOf, takeInSteps } from '~/server/identity/auth/limits'
import {
  issueResetToken,
  lockUser,
  ownerOfMailToken,
  passwordPurposes,
  retireMailTokens,
  useMailToken,
} from '~/server/identity/auth/mail-tokens'
import { hashPassword, refuseWeakPassword } from '~/server/identity/auth/password-hashes'
import { checkOwnPassword, passwordChanged } from '~/server/identity/auth/reauthenticate'
import { endSessions } from '~/server/identity/auth/sessions'
import { accountEmails, passwordChangedEmail, passwordResetEmail, queueEmail } from '~/server/identity/auth/account-emails'
import type { Services } from '~/server/services'
import { proveAddress } from './verify-email'
import { type Recipient, recipientFields, recipientOf } from '~/server/platform/outbox/outbox'

/** An unknown address gets the same answer in the same time. @throws TOO_MANY_REQUESTS */
export async function requestPasswordReset(
  services: Call<keyof Services>,
  { email }: z.output<typeof requestPasswordResetInput>,
): Promise<MessageAnswer> {
  const { actor } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await services.limits.take('resetNetwork', network)
  await takeInSteps(services.limits, email, network, accountEmails)
  return inConstantTime(async () => {
    const user = await services.db.prisma.user.findUnique({ where: { email, mergedInto: null }, select: { id: true, ...recipientFields } })
    if (user) {
      await services.db.prisma.$transaction(async (tx) => {
        await lockUser(tx, user.id)
        await recordAudit(tx, actor, { action: 'account.password_reset_requested', subjectType: 'user', subjectId: user.id })
        const token = await issueResetToken(tx, services.now(), user.id)
        await queueEmail(tx, services, (branding) => passwordResetEmail(branding, { ...recipientOf(user), token }))
      })
    }
    return { message: RESET_ANSWER }
  })
}

/**
 * Also accepts an invitation's token, which proves the address. Ends every session and begins none, so that a second factor is asked for.
 * Removes everything made before the address was first proven.
 * @throws BAD_REQUEST `otp_expired` or `weak_password` (the link stays valid), TOO_MANY_REQUESTS
 */
export async function resetPassword(
  services: Call<keyof Services>,
  { token, password }: z.output<typeof resetPasswordInput>,
): Promise<MessageAnswer> {
  const { db, limits } = services
  const { actor } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('resetNetwork', network)
  const at = services.now()
  const user = await ownerOfMailToken(db.prisma, at, passwordPurposes, token)
  await refuseWeakPassword(password, user.email)
  const passwordHash = await hashPassword(password)
  await db.prisma.$transaction(async (tx) => {
    await lockUser(tx, user.id)
    const id = await useMailToken(tx, at, passwordPurposes, token)
    const proven = await proveAddress(tx, at, user, { passwordHash, fullName: null })
    if (!proven) await tx.user.update({ where: { id }, data: { passwordHash } })
    await retireMailTokens(tx, at, id, ...passwordPurposes)
    const sessionsEnded = await endSessions(tx, id, { at })
    const subject = { subjectType: 'user', subjectId: id }
    if (proven) await recordAudit(tx, actor, { action: 'account.email_verified', ...subject })
    await recordAudit(tx, actor, { action: 'account.password_reset', ...subject, after: { sessionsEnded } })
    // An unproven address's name may be somebody else's, so it is left out.
    await tellOfChange(tx, services, recipientOf(user), at)
  })
  await limits.reward('resetNetwork', network)
  await forgetGeneratedPassword(services)
  return { message: 'Your password has been changed. Please sign in with the new one.' }
}

/**
 * Ends the user's other sessions. @throws BAD_REQUEST `invalid_credentials`, `same_password` or `weak_password`; CONFLICT if it has just
 * changed; TOO_MANY_REQUESTS
 */
export async function changePassword(
  services: SignedInCall<keyof Services>,
  { currentPassword, newPassword }: z.output<typeof changePasswordInput>,
): Promise<MessageAnswer> {
  const { db, actor, viewer } = services
  const { userId: id } = viewer
  const currentHash = await checkOwnPassword(services, viewer, currentPassword)
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: recipientFields })
  if (newPassword === currentPassword)
    throw codedError('BAD_REQUEST', 'same_password', 'Please choose a password that differs from the current one.')
  await refuseWeakPassword(newPassword, user.email)
  const passwordHash = await hashPassword(newPassword)
  const at = services.now()
  await db.prisma.$transaction(async (tx) => {
    // Only while it is the password that was compared.
    const { count } = await tx.user.updateMany({ where: { id, passwordHash: currentHash }, data: { passwordHash } })
    if (count === 0) throw passwordChanged()
    await retireMailTokens(tx, at, id, ...passwordPurposes)
    const sessionsEnded = await endSessions(tx, id, { except: viewer.sessionId, at })
    await recordAudit(tx, actor, { action: 'account.password_changed', subjectType: 'user', subjectId: id, after: { sessionsEnded } })
    await tellOfChange(tx, services, recipientOf(user), at)
  })
  await forgetGeneratedPassword(services)
  return { message: 'Your password has been changed.' }
}

const tellOfChange = (tx: Prisma.TransactionClient, services: Services, recipient: Recipient, at: Date) =>
  queueEmail(tx, services, (branding) => passwordChangedEmail(branding, { ...recipient, at, timeZone: services.businessTimeZone }))
