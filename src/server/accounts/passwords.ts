import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import {
  RESET_ANSWER,
  type changePasswordInput,
  type requestPasswordResetInput,
  type resetPasswordInput,
  type Told,
} from '~/contracts/account'
import { recordAudit, type Actor } from '~/server/audit/record'
import { authError } from '~/server/auth/auth-error'
import { inEvenTime } from '~/server/auth/even-time'
import { networkOf } from '~/server/auth/limits'
import { issueMailToken, lockUser, ownerOfMailToken, retireMailTokens, useMailToken } from '~/server/auth/mail-tokens'
import { refuseWeakPassword } from '~/server/auth/password-rules'
import { hashPassword, passwordMatches } from '~/server/auth/passwords'
import { endSessions, owesFactor, type Viewer } from '~/server/auth/sessions'
import { passwordChangedLetter, passwordResetLetter, postLetter, type Recipient } from '~/server/mail/letters'
import type { Services } from '~/server/services'
import { recipientFields, recipientOf } from './recipient'

/**
 * Sends a link for a new password; an unknown address gets the same answer in the same time.
 * @throws TOO_MANY_REQUESTS
 */
export async function requestPasswordReset(
  services: Services,
  actor: Actor,
  { email }: z.output<typeof requestPasswordResetInput>,
): Promise<Told> {
  await services.limits.take('resetNetwork', networkOf({ ip: actor.ip ?? null }))
  await services.limits.take('reset', email)
  return inEvenTime(async () => {
    const user = await services.db.prisma.user.findUnique({ where: { email }, select: { id: true, ...recipientFields } })
    if (user) {
      const token = await services.db.prisma.$transaction(async (tx) => {
        await lockUser(tx, user.id)
        await recordAudit(tx, actor, { action: 'account.password_reset_requested', subjectType: 'user', subjectId: user.id })
        return issueMailToken(tx, services.now(), user.id, 'reset_password')
      })
      await postLetter(services, (house) => passwordResetLetter(house, { ...recipientOf(user), token }))
    }
    return { message: RESET_ANSWER }
  })
}

/**
 * Sets a new password by the token of a letter, which proves the address too. Every session of the
 * account ends, and none begins: whoever has a second factor is asked for it at the next sign-in.
 * @throws BAD_REQUEST `otp_expired` or `weak_password` (the link stays good), TOO_MANY_REQUESTS
 */
export async function resetPassword(
  services: Services,
  actor: Actor,
  { token, password }: z.output<typeof resetPasswordInput>,
): Promise<Told> {
  const { db, limits } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('resetNetwork', network)
  const at = services.now()
  const user = await ownerOfMailToken(db.prisma, at, 'reset_password', token)
  await refuseWeakPassword(password, user.email)
  const passwordHash = await hashPassword(password)
  await db.prisma.$transaction(async (tx) => {
    await lockUser(tx, user.id)
    const id = await useMailToken(tx, at, 'reset_password', token)
    const { count: proven } = await tx.user.updateMany({ where: { id, emailVerifiedAt: null }, data: { emailVerifiedAt: at } })
    await tx.user.update({ where: { id }, data: { passwordHash } })
    await retireMailTokens(tx, at, id, 'reset_password')
    await endSessions(tx, id, { at })
    const subject = { subjectType: 'user', subjectId: id }
    if (proven > 0) await recordAudit(tx, actor, { action: 'account.email_verified', ...subject })
    await recordAudit(tx, actor, { action: 'account.password_reset', ...subject })
  })
  await limits.reward('resetNetwork', network)
  // The letter with the token has been opened: the address is proven now.
  await tellOfChange(services, recipientOf({ ...user, emailVerifiedAt: at }), at)
  return { message: 'Your password has been changed. Please sign in with the new one.' }
}

/**
 * Changes the password of whoever is signed in; their other sessions end.
 * @throws FORBIDDEN `insufficient_aal` while a second factor is owed; BAD_REQUEST `invalid_credentials`,
 *   `same_password` or `weak_password`; CONFLICT when it has just been changed elsewhere; TOO_MANY_REQUESTS
 */
export async function changePassword(
  services: Services,
  actor: Actor,
  viewer: Viewer,
  { currentPassword, newPassword }: z.output<typeof changePasswordInput>,
): Promise<Told> {
  const { db, limits } = services
  const { userId: id } = viewer
  if (owesFactor(viewer)) throw authError('FORBIDDEN', 'insufficient_aal', 'Please confirm your second factor first.')
  await limits.take('signIn', `change password ${id}`)
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true, ...recipientFields } })
  if (!(await passwordMatches(user.passwordHash, currentPassword))) {
    throw authError('BAD_REQUEST', 'invalid_credentials', 'The current password is not right.')
  }
  await limits.reset('signIn', `change password ${id}`)
  if (newPassword === currentPassword)
    throw authError('BAD_REQUEST', 'same_password', 'Please choose a password that differs from the current one.')
  await refuseWeakPassword(newPassword, user.email)
  const passwordHash = await hashPassword(newPassword)
  const at = services.now()
  await db.prisma.$transaction(async (tx) => {
    // Only while it is the password that was compared.
    const { count } = await tx.user.updateMany({ where: { id, passwordHash: user.passwordHash }, data: { passwordHash } })
    if (count === 0) throw new TRPCError({ code: 'CONFLICT', message: 'Your password has just been changed elsewhere.' })
    await retireMailTokens(tx, at, id, 'reset_password')
    await endSessions(tx, id, { except: viewer.sessionId, at })
    await recordAudit(tx, actor, { action: 'account.password_changed', subjectType: 'user', subjectId: id })
  })
  await tellOfChange(services, recipientOf(user), at)
  return { message: 'Your password has been changed.' }
}

const tellOfChange = (services: Services, recipient: Recipient, at: Date) =>
  postLetter(services, (house) => passwordChangedLetter(house, { ...recipient, at, timeZone: services.businessTimeZone }))
