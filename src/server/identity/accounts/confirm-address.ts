import type { MessageAnswer } from '~/contracts/identity/account'
import { paths } from '~/lib/paths'
import { Prisma } from '~/generated/prisma/client'
import { addressIsTaken } from '~/server/identity/users/address-is-taken'
import { accountNotice, queueEmail } from '~/server/identity/auth/account-emails'
import { addressChanged } from '~/server/identity/auth/account-email-templates'
import { addressOfToken, lockUser, retireMailTokens, useMailToken } from '~/server/identity/auth/mail-tokens'
import { endSessions } from '~/server/identity/auth/sessions'
import { recipientFields, recipientOf } from '~/server/platform/outbox/outbox'
import { recordAudit } from '~/server/platform/audit/record-audit'
import type { VisitorCall } from './sign-up'

const CONFIRMED = 'Your new email address is confirmed.'
const SIGN_IN = 'Sign in with it from now on.'
/** The shop opened the record at its counter, and nobody has chosen a password for it. */
const CHOOSE_PASSWORD = 'We write to it from now on. To sign in as well, choose a password with ‘Forgot password?’ first.'

/** Records made before an address was first proven may be somebody else's. */
async function forgetUnproven(tx: Prisma.TransactionClient, at: Date, id: string): Promise<void> {
  await endSessions(tx, id, { at })
  await tx.mfaFactor.deleteMany({ where: { userId: id } })
  await tx.recoveryCode.deleteMany({ where: { userId: id } })
}

/**
 * Changes an account's address to the confirmed one. Links in emails to the former one end, and it gets an email. @returns null for a token
 * of another purpose, without a change
 * @throws CONFLICT for an address taken meanwhile; BAD_REQUEST `otp_expired` for a link used at the same moment
 */
export async function confirmAddress(services: VisitorCall, at: Date, token: string): Promise<MessageAnswer | null> {
  const asked = await addressOfToken(services.db.prisma, at, token)
  if (asked === null) return null
  const { userId: id, newEmail: email } = asked
  const changed = services.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, id)
    await useMailToken(tx, at, ['change_email'], token)
    const was = await tx.user.findUniqueOrThrow({ where: { id }, select: { ...recipientFields, passwordHash: true } })
    if (was.emailVerifiedAt === null) await forgetUnproven(tx, at, id)
    await tx.user.update({ where: { id }, data: { email, emailVerifiedAt: at, signedUpAt: null } })
    await tx.profile.updateMany({ where: { userId: id }, data: { email } })
    await tx.buyer.updateMany({ where: { userId: id, formerOf: null, email: was.email }, data: { email } })
    await retireMailTokens(tx, at, id, 'verify_email', 'reset_password', 'claim_account', 'change_email')
    const subject = { subjectType: 'user', subjectId: id }
    await recordAudit(tx, services.actor, { action: 'user.address_changed', ...subject, before: { email: was.email }, after: { email } })
    const event = { ...recipientOf(was), at, timeZone: services.businessTimeZone, page: paths.contact }
    const signsIn = was.passwordHash !== null
    const more = { address: email, use: signsIn ? 'Sign in with that address from now on.' : 'We write to it from now on.' }
    await queueEmail(tx, services, (branding) => accountNotice(branding, addressChanged, event, more))
    return { message: `${CONFIRMED} ${signsIn ? SIGN_IN : CHOOSE_PASSWORD}` }
  })
  return changed.catch((error: unknown) => {
    throw error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002' ? addressIsTaken() : error
  })
}
