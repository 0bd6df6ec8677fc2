import type * as z from 'zod'
import type { MailLink, mailLinkInput, MessageAnswer } from '~/contracts/identity/account'
import type { Call } from '~/server/call'
import {
  accountEmails,
  confirmAddressEmail,
  passwordResetEmail,
  queueEmail,
  verificationEmail,
} from '~/server/identity/auth/account-emails'
import { networkOf, takeInSteps } from '~/server/identity/auth/limits'
import {
  issueAddressToken,
  issueResetToken,
  issueVerificationToken,
  latestSignUp,
  lockUser,
  stateOfMailToken,
  whyNotUsable,
  type MailTokenState,
} from '~/server/identity/auth/mail-tokens'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import type { Services } from '~/server/services'

type Input = z.output<typeof mailLinkInput>

/** A change of address that staff have withdrawn is marked as used, and stays withdrawn. */
const canRenew = ({ state, purpose }: MailTokenState) => state === 'expired' || (state === 'used' && purpose !== 'change_email')

/** @throws TOO_MANY_REQUESTS */
export async function readMailLink(services: Call<keyof Services>, { token }: Input): Promise<MailLink> {
  const { db, limits, now, actor } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('resetNetwork', network)
  const found = await stateOfMailToken(db.prisma, now(), token)
  // Only bad links count against the limit.
  if (found.state !== 'unknown') await limits.reward('resetNetwork', network)
  if (found.state === 'good') return { state: 'good', message: '', canRenew: false, email: found.owner?.email ?? null }
  const { message } = await whyNotUsable(db.prisma, now(), token)
  return { state: found.state, message, canRenew: canRenew(found), email: null }
}

/** The address stays hidden. @throws BAD_REQUEST `otp_expired` for a link that cannot be renewed; TOO_MANY_REQUESTS */
export async function renewMailLink(services: Call<keyof Services>, { token }: Input): Promise<MessageAnswer> {
  const { db, limits, now, actor } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await limits.take('resetNetwork', network)
  const found = await stateOfMailToken(db.prisma, now(), token)
  if (!found.owner || !canRenew(found)) throw await whyNotUsable(db.prisma, now(), token)
  const { id } = found.owner
  const email = found.newEmail ?? found.owner.email
  await takeInSteps(limits, email, network, accountEmails)
  await db.prisma.$transaction(async (tx) => {
    await lockUser(tx, id)
    const user = await tx.user.findUniqueOrThrow({ where: { id }, select: { ...recipientFields, mailTokens: latestSignUp } })
    const [signUp] = user.mailTokens
    if (found.newEmail !== null) {
      const another = await issueAddressToken(tx, now(), id, email)
      await queueEmail(tx, services, (branding) => confirmAddressEmail(branding, { ...recipientOf(user), to: email, token: another }))
      return
    }
    if (found.purpose === 'verify_email' && signUp?.passwordHash) {
      const { passwordHash, fullName } = signUp
      // Another browser may have asked, so the sign-up's password is needed.
      const another = await issueVerificationToken(tx, now(), id, { passwordHash, fullName, browserHash: null })
      await queueEmail(tx, services, (branding) => verificationEmail(branding, { to: email, token: another }))
      return
    }
    await recordAudit(tx, actor, { action: 'account.password_reset_requested', subjectType: 'user', subjectId: id })
    const another = await issueResetToken(tx, now(), id)
    await queueEmail(tx, services, (branding) => passwordResetEmail(branding, { ...recipientOf(user), token: another }))
  })
  return { message: 'We have sent a new link to your email address. It should arrive within a few minutes.' }
}
