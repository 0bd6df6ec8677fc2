import type * as z from 'zod'
import { SIGN_UP_ANSWER, type signUpInput, type Told, type verifyEmailInput } from '~/contracts/account'
import { recordAudit, type Actor } from '~/server/audit/record'
import { inEvenTime } from '~/server/auth/even-time'
import { networkOf } from '~/server/auth/limits'
import { issueMailToken, useMailToken } from '~/server/auth/mail-tokens'
import { refuseWeakPassword } from '~/server/auth/password-rules'
import { hashPassword } from '~/server/auth/passwords'
import { once } from '~/server/db/once'
import { accountExistsLetter, postLetter, verificationLetter } from '~/server/mail/letters'
import type { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'
import { letterIsDue } from './letter-limit'
import { recipientFields, recipientOf } from './recipient'

type SignUp = z.output<typeof signUpInput>

/**
 * Opens an account: the identity and the customer's profile at once, and a letter to verify the
 * address. A known address gets the same answer in the same time, a letter, and no change at all. The
 * same submission once more (its idempotency key) writes no further letter.
 * @throws BAD_REQUEST `weak_password`, TOO_MANY_REQUESTS, CONFLICT for a key that was sent with another address or name
 */
export async function signUp(services: Services, actor: Actor, input: SignUp): Promise<Told> {
  await services.limits.take('signUp', networkOf({ ip: actor.ip ?? null }))
  await services.limits.take('signUp', `address ${input.email}`)
  await refuseWeakPassword(input.password, input.email)
  return inEvenTime(async () => {
    const passwordHash = await hashPassword(input.password)
    const { email, fullName, idempotencyKey: key } = input
    // The password is not compared: whatever is kept of one must be hard to guess it by.
    const submission = { caller: 'visitor', key, procedure: 'auth.signUp', input: { email, fullName }, now: services.now() }
    const letters: (() => Promise<void>)[] = []
    const told = await once(services.db.prisma, submission, async (tx) => {
      const token = await createAccount(tx, services.now(), actor, { email, fullName, passwordHash })
      letters.push(() => writeTo(services, email, token))
      return { message: SIGN_UP_ANSWER }
    })
    for (const write of letters) await write()
    return told
  })
}

type Account = Pick<SignUp, 'email' | 'fullName'> & { passwordHash: string }

/** The new account's verification token; null when the address is known, also to a sign-up at the same moment. */
async function createAccount(tx: Prisma.TransactionClient, now: Date, actor: Actor, account: Account): Promise<string | null> {
  const { email, passwordHash, fullName } = account
  const [user] = await tx.user.createManyAndReturn({ data: { email, passwordHash }, skipDuplicates: true, select: { id: true } })
  if (!user) return null
  await tx.profile.create({ data: { userId: user.id, email, fullName } })
  await recordAudit(tx, actor, { action: 'account.created', subjectType: 'user', subjectId: user.id, after: { email, fullName } })
  return issueMailToken(tx, now, user.id, 'verify_email')
}

/** The letter after a sign-up: to a new account the given token, to a known address what `writeToKnown` says. */
async function writeTo(services: Services, email: string, token: string | null): Promise<void> {
  const mayWrite = await letterIsDue(services, email)
  if (!token) await writeToKnown(services, email, mayWrite)
  else if (mayWrite) await postLetter(services, (house) => verificationLetter(house, { to: email, token }))
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
