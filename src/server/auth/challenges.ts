import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { challengeInput, PhoneChannel } from '~/contracts/account'
import type { MfaFactor } from '~/generated/prisma/client'
import { needsSecondFactor, unknownFactor, type FactorCall } from './factor-account'
import { phonesDisabled } from './factors'
import { keyedHash } from './secrets'
import { owesFactor } from './sessions'

const CHALLENGE_SECONDS = 300
const CODE_DIGITS = 6

/** What is kept of a code that was sent, bound to its challenge. */
export const phoneCodeHash = (secret: string, challengeId: string, code: string) =>
  keyedHash(secret, 'phone-code', `${challengeId}:${code}`)

/**
 * Asks for a code of a factor; a phone is sent one. Only the session that asks may answer.
 * @returns the challenge's id, and until when (Unix seconds) it can be answered
 * @throws NOT_FOUND; TOO_MANY_REQUESTS; FORBIDDEN for a new factor while an older one is owed; BAD_REQUEST
 * (`phone_provider_disabled`); SERVICE_UNAVAILABLE (`sms_send_failed`)
 */
export async function createChallenge(call: FactorCall, { factorId, channel = 'sms' }: z.output<typeof challengeInput>) {
  const { db, viewer, now } = call
  const factor = await db.prisma.mfaFactor.findFirst({ where: { id: factorId, userId: viewer.userId } })
  if (!factor) throw unknownFactor()
  // Otherwise a factor that was left unconfirmed would stand in for the one that is owed.
  if (factor.status === 'unverified' && owesFactor(viewer)) throw needsSecondFactor()
  if (factor.factorType === 'totp') await call.limits.take('challengeApp', viewer.userId)

  const id = randomUUID()
  const at = now().getTime()
  const expiresAt = new Date(at + CHALLENGE_SECONDS * 1000)
  const codeHash = factor.phone === null ? null : await sendCode(call, factor, factor.phone, channel, id)
  await db.prisma.mfaChallenge.deleteMany({ where: { factorId, expiresAt: { lte: now() } } })
  await db.prisma.mfaChallenge.create({ data: { id, factorId, sessionId: viewer.sessionId, codeHash, createdAt: new Date(at), expiresAt } })
  return { id, expiresAt: Math.floor(expiresAt.getTime() / 1000) }
}

/** Texts a fresh code to a phone and answers what is kept of it. */
async function sendCode(call: FactorCall, factor: MfaFactor, to: string, channel: PhoneChannel, challengeId: string): Promise<string> {
  if (!call.sms) throw phonesDisabled()
  await call.limits.take('challenge', factor.id)
  await call.limits.take('textsOfUser', factor.userId)
  // A number can be enrolled by any account: its owner is not to be flooded from many.
  await call.limits.take('textsToPhone', to)
  const code = String(call.randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const { company_name: site } = (await call.live.values.settings.get()).data
  const text = `${code} is your ${site} code. It works for ${CHALLENGE_SECONDS / 60} minutes. We never ask for it by phone or email.`
  await call.sms.send({ to, channel, text })
  return phoneCodeHash(call.secret, challengeId, code)
}
