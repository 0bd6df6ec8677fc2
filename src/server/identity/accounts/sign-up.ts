import type { Call } from '~/server/call'
import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod'
import { SIGN_UP_ANSWER, type MessageAnswer, type resendVerificationInput, type signUpInput } from '~/contracts/identity/account'
import type { Prisma } from '~/generated/prisma/client'
import { type Actor, recordAudit } from '~/server/platform/audit/record-audit'
import type { CookieJar } from '~/server/identity/auth/cookie-jar'
import { markSignUpBrowser } from '~/server/identity/auth/cookies'
import { networkOf } from '~/server/identity/auth/limits'
import { type SignUpDetails, issueVerificationToken, latestSignUp } from '~/server/identity/auth/mail-tokens'
import { hashPassword, passwordMatches, refuseWeakPassword } from '~/server/identity/auth/password-hashes'
import { idempotent } from '~/server/platform/database/idempotency'
import { accountExistsEmail, emailMayBeSent, queueEmail, verificationEmail } from '~/server/identity/auth/account-emails'
import type { Services } from '~/server/services'
import { recipientFields, recipientOf } from '~/server/platform/outbox/outbox'

const STEP_MS = 250

/** Answers after a whole number of steps, so that the time does not reveal a known address. */
export async function inConstantTime<T>(work: () => Promise<T>, stepMs = STEP_MS): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - started
    await wait(Math.ceil(taken / stepMs) * stepMs - taken)
  }
}

export type VisitorCall = Call<keyof Services> & { cookies: CookieJar }

/**
 * Opens an account and emails a link, which sets the password and name given here. A known address gets the same answer in the same time,
 * and an email. A repeat with the idempotency key writes no further email.
 * @throws BAD_REQUEST `weak_password`, TOO_MANY_REQUESTS, CONFLICT for a key with another address or name
 */
export async function signUp(services: VisitorCall, input: z.output<typeof signUpInput>): Promise<MessageAnswer> {
  const { actor, cookies } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await services.limits.take('signUp', network)
  await refuseWeakPassword(input.password, input.email)
  return inConstantTime(async () => {
    const passwordHash = await hashPassword(input.password)
    const { email, fullName, idempotencyKey: key } = input
    const browserHash = markSignUpBrowser(cookies, services.secret, key && `${email} ${key}`)
    // The password is not compared: nothing stored may help to guess it.
    const submission = { caller: 'visitor', key, procedure: 'auth.signUp', input: { email, fullName }, now: services.now() }
    return idempotent(services.db.prisma, submission, async (tx) => {
      const userId = await openAccount(tx, services.now(), actor, { email, fullName })
      if (await emailMayBeSent(services.limits, tx, { email, network })) {
        if (userId) await postVerification(tx, services, { userId, email }, { passwordHash, fullName, browserHash })
        else await postAlreadyKnown(tx, services, email)
      }
      return { message: SIGN_UP_ANSWER }
    })
  })
}

/** The locked account of an unverified address, made if need be; null for a verified or merged one. */
async function openAccount(tx: Prisma.TransactionClient, now: Date, actor: Actor, person: { email: string; fullName: string | null }) {
  // Restarts the wait for verification; only accounts from sign-ups wait.
  const [user] = await tx.$queryRaw<{ id: string; isNew: boolean }[]>`
    INSERT INTO users AS known (email, signed_up_at) VALUES (${person.email}, ${now})
    ON CONFLICT (email) DO UPDATE
      SET signed_up_at = CASE WHEN known.signed_up_at IS NULL THEN NULL ELSE EXCLUDED.signed_up_at END
      WHERE known.email_verified_at IS NULL AND known.merged_into IS NULL
    RETURNING id, xmax = 0 AS "isNew"`
  if (!user) return null
  if (user.isNew) {
    await tx.profile.create({ data: { userId: user.id, ...person } })
    await recordAudit(tx, actor, { action: 'account.created', subjectType: 'user', subjectId: user.id, after: person })
  }
  return user.id
}

async function postVerification(
  tx: Prisma.TransactionClient,
  services: Services,
  { userId, email }: { userId: string; email: string },
  details: SignUpDetails,
): Promise<void> {
  const token = await issueVerificationToken(tx, services.now(), userId, details)
  await queueEmail(tx, services, (branding) => verificationEmail(branding, { to: email, token }))
}

async function postAlreadyKnown(tx: Prisma.TransactionClient, services: Services, email: string): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { email }, select: recipientFields })
  await queueEmail(tx, services, (branding) => accountExistsEmail(branding, recipientOf(user)))
}

/** Repeats the latest sign-up's email if the password is right; the answer and its time are always the same. @throws TOO_MANY_REQUESTS */
export async function resendVerification(
  services: VisitorCall,
  { email, password }: z.output<typeof resendVerificationInput>,
): Promise<MessageAnswer> {
  const { actor, cookies } = services
  const network = networkOf({ ip: actor.ip ?? null })
  await services.limits.take('signUp', network)
  return inConstantTime(async () => {
    const browserHash = markSignUpBrowser(cookies, services.secret)
    const user = await services.db.prisma.user.findUnique({
      where: { email, mergedInto: null },
      select: { emailVerifiedAt: true, mailTokens: latestSignUp },
    })
    const [waiting] = user?.emailVerifiedAt === null ? user.mailTokens : []
    const matches = await passwordMatches(waiting?.passwordHash, password)
    if (waiting?.passwordHash && matches) {
      const { passwordHash, fullName } = waiting
      await services.db.prisma.$transaction(async (tx) => {
        const userId = await openAccount(tx, services.now(), actor, { email, fullName })
        if (!userId || !(await emailMayBeSent(services.limits, tx, { email, network }))) return
        await postVerification(tx, services, { userId, email }, { passwordHash, fullName, browserHash })
      })
    }
    return { message: SIGN_UP_ANSWER }
  })
}
