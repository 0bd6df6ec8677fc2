import type { MfaFactor } from '~/generated/prisma/client'
import { metrics } from '~/server/platform/metrics/metrics'
import { type FactorCall, unknownFactor } from './factor-account'
import { takeFactorTry } from './factor-tries'
import { type LimitKey, networkOf } from './limits'
import type { LimitName } from './limit-rules'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { PhoneChannel, challengeInput } from '~/contracts/identity/account'
import type { SmsMessage } from '~/server/platform/sms/sender'
import { phonesDisabled } from './factors'
import { refuseStoredNumber } from './phone'
import { keyedHash } from '~/server/platform/secrets'
import { needsSecondFactor, mfaPending } from './read-session'

/**
 * Messages cost money and can earn it ('SMS pumping'). New phones get half of the daily budgets (docs/decisions/011). @throws
 * TOO_MANY_REQUESTS
 */
async function takeSms(call: FactorCall, factor: Pick<MfaFactor, 'id' | 'userId' | 'status'>, to: string): Promise<void> {
  const { limits, actor } = call
  const network = networkOf({ ip: actor.ip ?? null })
  const isNew = factor.status === 'unverified'
  if (isNew) {
    await limits.take('newTexts', factor.id)
    await limits.take('newTextsOfUser', factor.userId)
    // Any account can enrol a number: many together must not flood its owner.
    await limits.take('newTextsToPhone', to)
    await limits.take('newTextsOfNetwork', network)
  } else await takeFactorTry(call, 'text', factor.id)
  await limits.take('textsOfNetwork', network)
  if (isNew) await takeOfShop(call, 'newTextsOfShop')
  await takeOfShop(call, 'textsOfShop')
}

const SHOP: LimitKey = 'shop'

async function takeOfShop({ limits, log }: FactorCall, name: LimitName & `${string}OfShop`): Promise<void> {
  try {
    await limits.take(name, SHOP)
  } catch (error) {
    metrics().sms.inc({ result: 'over_budget' })
    log.error({ budget: name, most: limits.most(name) }, 'The day’s budget of messages to phones is spent (SMS_PER_DAY)')
    throw error
  }
}

const CHALLENGE_SECONDS = 300
const CODE_DIGITS = 6

/** Bound to its challenge. */
export const phoneCodeHash = (secret: string, challengeId: string, code: string) =>
  keyedHash(secret, 'phone-code', `${challengeId}:${code}`)

/**
 * Asks for a factor's code; a phone gets a message soon after the answer, or none once it has expired. Only the asking session may answer.
 * @returns the challenge's id and its expiry (Unix seconds)
 * @throws NOT_FOUND; TOO_MANY_REQUESTS; FORBIDDEN for a new factor while an older one is owed; BAD_REQUEST (`phone_provider_disabled`)
 */
export async function createChallenge(
  call: FactorCall,
  { factorId, channel = 'sms' }: z.output<typeof challengeInput>,
): Promise<{ id: string; expiresAt: number }> {
  const { db, viewer, now } = call
  const factor = await db.prisma.mfaFactor.findFirst({ where: { id: factorId, userId: viewer.userId } })
  if (!factor) throw unknownFactor()
  // An unconfirmed factor must not stand in for the one that is owed.
  if (factor.status === 'unverified' && mfaPending(viewer)) throw needsSecondFactor()
  if (factor.factorType === 'totp') {
    const network = networkOf({ ip: call.actor.ip ?? null })
    await call.limits.take('challengeApp', network?.for(viewer.userId) ?? viewer.userId)
  }

  const id = randomUUID()
  const at = now().getTime()
  const expiresAt = new Date(at + CHALLENGE_SECONDS * 1000)
  const sms = factor.phone === null ? null : await newCode(call, factor, factor.phone, channel)
  const codeHash = sms && phoneCodeHash(call.secret, id, sms.code)
  await db.prisma.$transaction(async (tx) => {
    await tx.mfaChallenge.deleteMany({ where: { factorId, expiresAt: { lte: now() } } })
    await tx.mfaChallenge.create({ data: { id, factorId, sessionId: viewer.sessionId, codeHash, createdAt: new Date(at), expiresAt } })
    if (sms) await call.outbox.sms(tx, sms.message, expiresAt)
  })
  return { id, expiresAt: Math.floor(expiresAt.getTime() / 1000) }
}

async function newCode(
  call: FactorCall,
  factor: MfaFactor,
  to: string,
  channel: PhoneChannel,
): Promise<{ code: string; message: SmsMessage }> {
  if (!call.sms) throw phonesDisabled()
  refuseStoredNumber(to, call.smsCountries)
  await takeSms(call, factor, to)
  const code = String(call.randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const { company_name: site } = (await call.live.values.settings.get()).data
  const text = `${code} is your ${site} code. It works for ${CHALLENGE_SECONDS / 60} minutes. We never ask for it by phone or email.`
  return { code, message: { to, channel, text } }
}
