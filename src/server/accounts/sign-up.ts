import type * as z from 'zod'
import { SIGN_UP_ANSWER, type signUpInput, type Told, type verifyEmailInput } from '~/contracts/account'
import { recordAudit, type Actor } from '~/server/audit/record'
import { inEvenTime } from '~/server/auth/even-time'
import { networkOf } from '~/server/auth/limits'
import { issueMailToken, useMailToken } from '~/server/auth/mail-tokens'
import { refuseWeakPassword } from '~/server/auth/password-rules'
import { hashPassword } from '~/server/auth/passwords'
import { accountExistsLetter, postLetter, verificationLetter } from '~/server/mail/letters'
import type { Services } from '~/server/services'
import { letterIsDue } from './letter-limit'
import { recipientFields, recipientOf } from './recipient'

type SignUp = z.output<typeof signUpInput>

/**
 * Opens an account: the identity and the customer's profile at once, and a letter to verify the
 * address. A known address gets the same answer in the same time, a letter, and no change at all.
 * @throws BAD_REQUEST `weak_password`, TOO_MANY_REQUESTS
 */
export async function signUp(services: Services, actor: Actor, input: SignUp): Promise<Told> {
  await services.limits.take('signUp', networkOf({ ip: actor.ip ?? null }))
  await services.limits.take('signUp', `address ${input.email}`)
  await refuseWeakPassword(input.password, input.email)
  return inEvenTime(async () => {
    const token = await createAccount(services, actor, input)
    const mayWrite = await letterIsDue(services, input.email)
    if (!token) await writeToKnown(services, input.email, mayWrite)
    else if (mayWrite) await postLetter(services, (house) => verificationLetter(house, { to: input.email, token }))
    return { message: SIGN_UP_ANSWER }
  })
}

/** The new account's verification token; null when the address is known, also to a sign-up at the same moment. */
async function createAccount({ db, now }: Services, actor: Actor, { email, password, fullName }: SignUp): Promise<string | null> {
  const passwordHash = await hashPassword(password)
  return db.prisma.$transaction(async (tx) => {
    const [user] = await tx.user.createManyAndReturn({ data: { email, passwordHash }, skipDuplicates: true, select: { id: true } })
    if (!user) return null
    await tx.profile.create({ data: { userId: user.id, email, fullName } })
    await recordAudit(tx, actor, { action: 'account.created', subjectType: 'user', subjectId: user.id, after: { email, fullName } })
    return issueMailToken(tx, now(), user.id, 'verify_email')
  })
}

/** A verified address hears that it has an account; an unverified one gets a new link. */
async function writeToKnown(services: Services, email: string, mayWrite: boolean): Promise<void> {
  const user = await services.db.prisma.user.findUnique({ where: { email }, select: { id: true, ...recipientFields } })
  if (!user || !mayWrite) return
  if (user.emailVerifiedAt) return postLetter(services, (house) => accountExistsLetter(house, recipientOf(user)))
  const token = await issueMailToken(services.db.prisma, services.now(), user.id, 'verify_email')
  return postLetter(services, (house) => verificationLetter(house, { to: email, token }))
}

/**
 * Proves an address by the token of a letter.
 * @throws BAD_REQUEST `otp_expired` for a link that is unknown, used or too old; TOO_MANY_REQUESTS
 */
export async function verifyEmail(services: Services, actor: Actor, { token }: z.output<typeof verifyEmailInput>): Promise<Told> {
  const network = networkOf({ ip: actor.ip ?? null })
  await services.limits.take('resetNetwork', network)
  const at = services.now()
  await services.db.prisma.$transaction(async (tx) => {
    const id = await useMailToken(tx, at, 'verify_email', token)
    const { count } = await tx.user.updateMany({ where: { id, emailVerifiedAt: null }, data: { emailVerifiedAt: at } })
    if (count > 0) await recordAudit(tx, actor, { action: 'account.email_verified', subjectType: 'user', subjectId: id })
  })
  await services.limits.reward('resetNetwork', network)
  return { message: 'Your email address is verified. You can sign in now.' }
}
